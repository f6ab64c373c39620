import type { Role } from '@gerbang/domain/roles';
import { fakeApi } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/components/testing/render-page';
import { screen } from '@testing-library/react';
import { ApiError } from '@gerbang/web-kit/client';
import { aStaffRow, aSummary } from '../../test/staff.ts';
import { StaffRegistrationsPage } from './staff-registrations-page.tsx';

const download = jest.fn();
jest.mock('@gerbang/web-kit/download', () => ({
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
  expect(screen.queryByLabelText('Sertakan NIK dan No. KK')).toBeNull();
  await type.click(press());
  await findToast('Berhasil', 'File Excel sudah diunduh');
  expect(download.mock.calls[0]?.[0]).toBe(ADDRESS);
});

test('when a role may have personal numbers, then they are exported only if the box is ticked', async () => {
  const type = await show('finance');
  await type.click(press());
  await findToast('Berhasil');
  await type.click(screen.getByLabelText('Sertakan NIK dan No. KK'));
  await type.click(press());
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
