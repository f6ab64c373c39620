import type { Role } from '@gerbang/domain/roles';
import { fakeApi } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, waitFor } from '@testing-library/react';
import { ApiError } from '@gerbang/web-kit/api/client';
import { aStaffRow, aSummary } from '../../test/staff.ts';
import { StaffRegistrationsPage } from './staff-registrations-page.tsx';

const download = jest.fn();
jest.mock('@gerbang/web-kit/files/download', () => ({
  download: (...args: unknown[]) => download(...args) as unknown,
}));

async function show(role: Role) {
  fakeApi({
    'GET /api/admin/registrations': { body: [aStaffRow()], headers: { 'x-total-count': '1' } },
    'GET /api/admin/registrations/summary': { body: aSummary() },
  });
  const path = '/admin/registration?payment_status=paid&sort=child_name';
  const { type } = renderPage(<StaffRegistrationsPage />, { path, user: aUser({ role }) });
  await screen.findByText('Umar Faruq');
  return type;
}

const ADDRESS = '/api/admin/registrations/export?payment_status=paid&sort=child_name';
const choose = async (type: Awaited<ReturnType<typeof show>>, name: string) => {
  await type.click(screen.getByRole('button', { name: 'Unduh' }));
  await type.click(await screen.findByRole('menuitem', { name }));
};

beforeEach(() => download.mockReset().mockResolvedValue(undefined));

test('when the result is downloaded, then it is that of the filters, in their order and in the chosen format', async () => {
  const type = await show('cs');
  await choose(type, 'Excel');
  await findToast('Berhasil', 'File Excel sudah diunduh');
  await choose(type, 'CSV');
  await findToast('Berhasil', 'File CSV sudah diunduh');
  expect(download.mock.calls.map(([address, name]) => [address, name])).toEqual([
    [ADDRESS, 'pendaftaran.xlsx'],
    [`${ADDRESS}&format=csv`, 'pendaftaran.csv'],
  ]);
});

test('when a role may have personal numbers, then the menu offers both formats without and with them', async () => {
  const type = await show('finance');
  await choose(type, 'Excel dengan NIK dan No. KK');
  await findToast('Berhasil');
  await choose(type, 'CSV dengan NIK dan No. KK');
  await waitFor(() => expect(download).toHaveBeenCalledTimes(2));
  expect(download.mock.calls.map(([address]) => address as string)).toEqual([
    `${ADDRESS}&personal=1`,
    `${ADDRESS}&personal=1&format=csv`,
  ]);
});

test('when the download is refused, then the server’s sentence is shown', async () => {
  download.mockRejectedValueOnce(
    new ApiError(
      503,
      JSON.stringify({ statusCode: 503, code: 'busy', message: 'Sedang sibuk.', requestId: 'r' }),
    ),
  );
  const type = await show('cs');
  await choose(type, 'Excel');
  await findToast('Gagal mengekspor pendaftaran', 'Sedang sibuk.');
});
