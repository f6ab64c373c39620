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

const press = () => screen.getByRole('button', { name: 'Ekspor Excel' });
const ADDRESS = '/api/admin/registrations/export?payment_status=paid&sort=child_name';

beforeEach(() => download.mockReset().mockResolvedValue(undefined));

test('when the result is exported, then it is that of the filters, in their order', async () => {
  const type = await show('cs');
  await type.click(press());
  await findToast('Berhasil', 'File Excel sudah diunduh');
  expect(download.mock.calls[0]?.[0]).toBe(ADDRESS);
});

test('when a role may have personal numbers, then a menu offers the export without and with them', async () => {
  const type = await show('finance');
  const choose = async (name: string) => {
    await type.click(screen.getByRole('button', { name: 'Ekspor' }));
    await type.click(await screen.findByRole('menuitem', { name }));
  };
  await choose('Ekspor Excel');
  await findToast('Berhasil');
  await choose('Ekspor Excel dengan NIK dan No. KK');
  await waitFor(() => expect(download).toHaveBeenCalledTimes(2));
  expect(download.mock.calls.map(([address]) => address as string)).toEqual([
    ADDRESS,
    `${ADDRESS}&personal=1`,
  ]);
});

test('when the export is refused, then the server’s sentence is shown', async () => {
  download.mockRejectedValueOnce(
    new ApiError(
      503,
      JSON.stringify({ statusCode: 503, code: 'busy', message: 'Sedang sibuk.', requestId: 'r' }),
    ),
  );
  const type = await show('cs');
  await type.click(press());
  await findToast('Gagal mengekspor pendaftaran', 'Sedang sibuk.');
});
