import { fakeApi } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fireEvent, screen, within } from '@testing-library/react';
import { anInvoice } from '../../test/samples.ts';
import { DueChanges } from './due-changes.tsx';
import { DueDateDialog } from './due-date-dialog.tsx';

// The calendar is React Aria's own; what matters here is the day that it gives.
jest.mock('@gerbang/ui/date-picker', () => ({
  DatePicker: ({ label, id: own, value, onChange, error }: Record<string, unknown>) => (
    <label>
      {label as string}
      <input
        id={own as string}
        value={value as string}
        onChange={(event) => (onChange as (day: string) => void)(event.target.value)}
      />
      {error as string}
    </label>
  ),
}));

const CALL = 'PUT /api/admin/invoices/{id}/due-date';

test('when a due day is moved, then a missing or an earlier day is said, and day, reason and version are sent', async () => {
  const invoice = anInvoice({ due_date: '2027-03-31' });
  const address = CALL.replace('{id}', invoice.id);
  const api = fakeApi({ [address]: { body: invoice } });
  const { type } = renderPage(<DueDateDialog invoice={invoice} onClose={() => undefined} />, {
    user: aUser({ role: 'finance' }),
  });
  const dialog = within(await screen.findByRole('dialog'));
  await type.type(dialog.getByLabelText('Alasan'), 'Gaji ayah masuk bulan depan');
  await type.click(dialog.getByRole('button', { name: 'Simpan' }));
  expect(dialog.getByText(/Jatuh tempo baru harus diisi/u)).toBeTruthy();
  const day = dialog.getByLabelText(/^Jatuh tempo baru/u);
  fireEvent.change(day, { target: { value: '2027-03-30' } });
  expect(dialog.getByText(/hanya dapat dimundurkan/u)).toBeTruthy();
  expect(api.bodies(address)).toEqual([]);
  fireEvent.change(day, { target: { value: '2027-04-30' } });
  await type.click(dialog.getByRole('button', { name: 'Simpan' }));
  await findToast('Berhasil', 'Jatuh tempo diubah, dan keluarga dikabari');
  expect(api.bodies(address)).toEqual([
    { due_date: '2027-04-30', reason: 'Gaji ayah masuk bulan depan', version: invoice.version },
  ]);
});

test('when a due day was moved, then the line says from when to when, by whom and why', async () => {
  const change = {
    from: '2027-03-31',
    to: '2027-04-30',
    reason: 'Gaji ayah masuk bulan depan',
    at: '2026-11-28T03:00:00.000Z',
    by: { name: 'Fina Keuangan', role: 'finance' as const },
  };
  fakeApi({});
  renderPage(<DueChanges invoice={{ due_changes: [change] }} />, { user: aUser() });
  expect(
    await screen.findByText(/Jatuh tempo diubah dari 31 Maret 2027 menjadi 30 April 2027/u),
  ).toBeTruthy();
  expect(screen.getByText(/Gaji ayah masuk bulan depan \(Fina Keuangan/u)).toBeTruthy();
});
