import { aUser, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fakeApi } from '@gerbang/web-kit/testing/fake-api';
import { screen, waitFor } from '@testing-library/react';
import { counts } from '../../test/bank-samples.ts';
import { BankPage } from './bank-page.tsx';

const sendFile = jest.fn();
jest.mock('@gerbang/web-kit/files/upload', () => ({
  sendFile: (...args: unknown[]) => sendFile(...args) as unknown,
}));

test('when a file is chosen before the accounts are known, then it leaves as soon as they are', async () => {
  sendFile.mockReturnValue(new Promise(() => undefined));
  let answer: () => void = () => undefined;
  const known = new Promise<void>((resolve) => {
    answer = resolve;
  });
  fakeApi({
    'GET /api/admin/bank-lines': { body: [], headers: { 'x-total-count': '0' } },
    'GET /api/admin/bank-lines/summary': { body: counts({}) },
    'GET /api/config': async () => {
      await known;
      return { body: { accounts: [{ key: 'utama', label: 'Utama', closed: false }] } };
    },
  });
  const { type } = renderPage(<BankPage />, { path: '/admin/bank', user: aUser({ role: 'finance' }) });
  const file = new File(['Tanggal;Jumlah'], 'mutasi.csv', { type: 'text/csv' });
  await type.upload(await screen.findByLabelText('Pilih berkas mutasi', { selector: 'input' }), file);
  expect(sendFile).not.toHaveBeenCalled();
  answer();
  await waitFor(() => expect(sendFile).toHaveBeenCalledTimes(1));
  expect(sendFile.mock.calls[0]?.[0]).toMatch(/account_key=utama&file_name=mutasi\.csv$/u);
  expect(sendFile.mock.calls[0]?.[1]).toBe(file);
});
