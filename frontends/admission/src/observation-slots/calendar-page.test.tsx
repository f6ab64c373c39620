import type { Slot } from '@gerbang/contracts/observation-slots';
import { fakeApi, refused, someYears } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { staffId } from '../../test/staff.ts';
import { CalendarPage } from './calendar-page.tsx';

const SLOT: Slot = {
  id: staffId(1),
  academic_year: '2026/2027',
  jenjang: 'SD',
  starts_at: '2099-02-09T01:00:00.000Z',
  ends_at: '2099-02-09T02:30:00.000Z',
  place: 'Ruang Anggrek',
  capacity: 3,
  booked: 1,
  opens_at: '2026-11-01T01:00:00.000Z',
  closes_at: '2099-02-09T01:00:00.000Z',
  instructions: 'Bawa sepatu',
  published: true,
  assessors: [{ id: staffId(5), name: 'Dewi' }],
  bookings: [
    {
      registration_id: staffId(2),
      registration_number: 'PSB-2026-SD-00002',
      child_name: 'Umar Faruq',
      status: 'booked',
      attendees: null,
      needs: 'Kursi roda',
    },
  ],
  version: 4,
};
const LIST = 'GET /api/admin/slots';
const SCHOOL = {
  academic_years: ['2026/2027'],
  levels: [{ jenjang: 'SD', label: 'SD', offered: true, classes: [] }],
};
const page = { path: '/admin/calendar?minggu=2099-02-09', user: aUser({ role: 'admin' }) };
const calendar = (slots: readonly Slot[]) => ({ body: { slots, assessors: SLOT.assessors } });

test('when a week is opened, then each slot says when, where and how full it is, by day, by place and as a list', async () => {
  const other = { ...SLOT, id: staffId(9), place: 'Aula', starts_at: '2099-02-10T01:00:00.000Z' };
  fakeApi({ [LIST]: calendar([SLOT, { ...other, ends_at: '2099-02-10T02:30:00.000Z' }]) });
  const { type } = renderPage(<CalendarPage />, page);
  const box = await screen.findByRole('button', { name: /08\.00–09\.30.*Ruang Anggrek.*1 dari 3 terisi/u });
  expect(box).toBeTruthy();
  await type.selectOptions(screen.getByLabelText('Tampilan'), 'tempat');
  expect(screen.getByRole('button', { name: /9 Februari.*08\.00–09\.30/u })).toBeTruthy();
  const columns = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(columns).toEqual(['Aula', 'Ruang Anggrek']);
  await type.selectOptions(screen.getByLabelText('Tampilan'), 'daftar');
  const table = await screen.findByRole('table');
  expect(within(table).getAllByText('Dewi')).toHaveLength(2);
});

test('when one assessor is chosen, then the server is asked for that person’s slots, and the address says so', async () => {
  const api = fakeApi({ [LIST]: calendar([SLOT]) });
  const { type } = renderPage(<CalendarPage />, page);
  await type.selectOptions(
    await screen.findByLabelText('Penilai'),
    await screen.findByRole('option', { name: 'Dewi' }),
  );
  await waitFor(() => expect(api.asked.at(-1)?.query.get('assessor')).toBe(staffId(5)));
  await type.selectOptions(screen.getByLabelText('Penilai'), 'Semua penilai');
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Penilai').value).toBe(''));
});

test('when a year is chosen, then the server is asked for its slots, and a new one begins in it', async () => {
  const years = ['2027/2028', '2026/2027'];
  const api = fakeApi({
    [LIST]: calendar([SLOT]),
    'GET /api/admin/years': {
      body: years.flatMap((label) => someYears(label)['GET /api/admin/years']?.body),
    },
    'GET /api/config': { body: { ...SCHOOL, academic_years: years } },
  });
  const { type } = renderPage(<CalendarPage />, page);
  await waitFor(() => expect(api.asked.at(-1)?.query.get('academic_year')).toBe('2027/2028'));
  await type.selectOptions(await screen.findByLabelText('Tahun ajaran'), '2026/2027');
  await waitFor(() => expect(api.asked.at(-1)?.query.get('academic_year')).toBe('2026/2027'));
  await type.click(screen.getByRole('button', { name: 'Buat jadwal' }));
  await screen.findByLabelText('Tempat');
  const form = within(screen.getByRole('dialog'));
  expect(form.getByLabelText<HTMLSelectElement>('Tahun ajaran').value).toBe('2026/2027');
});

test('when a week has no slots, then the page says so', async () => {
  fakeApi({ [LIST]: calendar([]) });
  renderPage(<CalendarPage />, page);
  expect(await screen.findByText('Belum ada jadwal di minggu ini')).toBeTruthy();
});

test('when the slots cannot be read, then the page offers to read them again', async () => {
  fakeApi({ [LIST]: refused(503, 'Coba lagi.') });
  renderPage(<CalendarPage />, page);
  expect(await screen.findByRole('button', { name: 'Coba lagi' })).toBeTruthy();
});

test('when staff cancel a slot, then they read what follows, give a reason, and are told how many families were', async () => {
  const CALL = `POST /api/admin/slots/${SLOT.id}/cancel`;
  const api = fakeApi({
    [LIST]: calendar([SLOT]),
    'GET /api/admin/registrations': { body: [] },
    [CALL]: { body: { told: 1 } },
  });
  const { type } = renderPage(<CalendarPage />, page);
  await type.click(await screen.findByRole('button', { name: /Ruang Anggrek/u }));
  expect(await screen.findByText('Umar Faruq')).toBeTruthy();
  expect(screen.getByText(/Kebutuhan khusus: Kursi roda/u)).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Batalkan jadwal' }));
  expect(await screen.findByText(/1 keluarga dikabari/u)).toBeTruthy();
  await type.type(await screen.findByLabelText('Alasan pembatalan'), 'Ruang dipakai');
  await type.click(screen.getByRole('button', { name: 'Batalkan jadwal' }));
  await findToast('Jadwal dibatalkan');
  expect(api.bodies(CALL)).toEqual([{ reason: 'Ruang dipakai' }]);
});

test('when staff change a slot and another person was faster, then the message stands in the form and nothing is lost', async () => {
  const CALL = `PUT /api/admin/slots/${SLOT.id}`;
  const api = fakeApi({
    [LIST]: calendar([SLOT]),
    'GET /api/admin/registrations': { body: [] },
    'GET /api/config': { body: SCHOOL },
    [CALL]: refused(409, 'Ruang Anggrek sudah terpakai pada waktu itu.'),
  });
  const { type } = renderPage(<CalendarPage />, page);
  await type.click(await screen.findByRole('button', { name: /Ruang Anggrek/u }));
  await type.click(await screen.findByRole('button', { name: 'Ubah' }));
  const capacity = await screen.findByLabelText('Jumlah tempat');
  await type.clear(capacity);
  await type.type(capacity, '5');
  await type.click(screen.getByRole('button', { name: 'Simpan' }));
  await findToast('Jadwal belum tersimpan');
  expect((screen.getByLabelText('Jumlah tempat') as HTMLInputElement).value).toBe('5');
  expect(api.bodies(CALL)).toEqual([
    {
      place: 'Ruang Anggrek',
      capacity: 5,
      instructions: 'Bawa sepatu',
      published: true,
      starts_at: SLOT.starts_at,
      ends_at: SLOT.ends_at,
      assessors: [staffId(5)],
      notify: true,
      version: 4,
    },
  ]);
});

test('when staff plan slots, then they see what is left out and why, and make the others', async () => {
  const [PLAN, MAKE] = ['POST /api/admin/slots/plan', 'POST /api/admin/slots'];
  const planned = {
    starts_at: SLOT.starts_at,
    ends_at: SLOT.ends_at,
    place: 'Aula',
    assessors: [staffId(5)],
    capacity: 2,
  };
  const skipped = { day: '2099-02-13', starts_at: '2099-02-13T04:30:00.000Z', place: 'Aula' };
  const api = fakeApi({
    [LIST]: calendar([]),
    'GET /api/config': { body: SCHOOL },
    [PLAN]: { body: { slots: [planned], skipped: [{ ...skipped, reason: 'salat Jumat' }], waiting: 7 } },
    [MAKE]: { status: 201, body: [SLOT] },
  });
  const today = { ...page, path: '/admin/calendar?jenjang=SD' };
  const { type } = renderPage(<CalendarPage />, today);
  await type.click(await screen.findByRole('button', { name: 'Rencanakan' }));
  await type.type(await screen.findByLabelText('Tempat, satu di setiap baris'), 'Aula');
  await type.click(screen.getByLabelText('Dewi'));
  await type.click(screen.getByRole('button', { name: 'Lihat rencana' }));
  expect(await screen.findByText('1 slot dibuat, 1 dilewati: salat Jumat 1')).toBeTruthy();
  expect(screen.getByText('Cukup untuk 2 dari 7 anak yang menunggu jadwal')).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Buat 1 jadwal' }));
  await findToast('Jadwal tersimpan');
  expect(api.bodies(PLAN)).toMatchObject([{ places: ['Aula'], assessors: [staffId(5)], minutes: 45 }]);
  expect(api.bodies(MAKE)).toMatchObject([{ slots: [{ place: 'Aula', capacity: 2, published: true }] }]);
});

test('when a day was typed by hand, then staff make a slot of it, and the child is in it', async () => {
  const MAKE = 'POST /api/admin/slots';
  const BOOK = `PUT /api/admin/registrations/${staffId(7)}/slot`;
  const typed = {
    registration_id: staffId(7),
    registration_number: 'PSB-2026-SD-00007',
    child_name: 'Hana',
    academic_year: '2026/2027',
    jenjang: 'SD',
    day: '2099-02-10',
    time: '10:00',
    place: 'Aula',
  };
  const api = fakeApi({
    [LIST]: { body: { slots: [], assessors: SLOT.assessors, without_slot: [typed] } },
    'GET /api/config': { body: SCHOOL },
    [MAKE]: { status: 201, body: [SLOT] },
    [BOOK]: refused(409, 'Tahap tidak dapat diubah.'),
  });
  const { type } = renderPage(<CalendarPage />, page);
  await type.click(await screen.findByRole('button', { name: 'Jadikan slot: Hana' }));
  expect((await screen.findByLabelText('Tempat')) as HTMLInputElement).toHaveProperty('value', 'Aula');
  expect(screen.getByLabelText('Mulai pukul')).toHaveProperty('value', '10:00');
  expect(screen.getByLabelText('Selesai pukul')).toHaveProperty('value', '11:00');
  expect(screen.queryByLabelText('Jumlah jadwal berturut-turut')).toBe(null);
  await type.click(screen.getByRole('button', { name: 'Simpan' }));
  await findToast('Jadwal dibuat, tetapi anaknya belum di dalamnya', 'Tahap tidak dapat diubah.');
  expect(api.bodies(MAKE)).toMatchObject([
    { slots: [{ place: 'Aula', starts_at: '2099-02-10T03:00:00.000Z', jenjang: 'SD', capacity: 1 }] },
  ]);
  expect(api.bodies(BOOK)).toEqual([{ slot_id: SLOT.id }]);
});

const LINK = '/api/admin/me/calendar-link';
const ADDRESS = 'https://portal.example/api/kalender/rahasia.ics';
const since = { ...calendar([SLOT]).body, feed_since: '2026-11-20T02:00:00.000Z' };

test('when staff make an address for their calendar, then it is shown this once, to copy', async () => {
  const CALL = `POST ${LINK}`;
  const api = fakeApi({
    [LIST]: calendar([SLOT]),
    [CALL]: { status: 201, body: { url: ADDRESS, created_at: since.feed_since } },
  });
  const { type } = renderPage(<CalendarPage />, page);
  await type.click(await screen.findByRole('button', { name: 'Buat alamat' }));
  expect(((await screen.findByLabelText('Alamat kalender')) as HTMLInputElement).value).toBe(ADDRESS);
  expect(screen.getByRole('button', { name: 'Salin Alamat kalender' })).toBeTruthy();
  expect(api.bodies(CALL)).toHaveLength(1);
});

test.each([
  ['Buat alamat baru', 'POST', /yang lama tidak berlaku lagi/u, 'Alamat dibuat'],
  ['Cabut', 'DELETE', /berhenti diperbarui/u, 'Alamat dicabut'],
])(
  'when staff press "%s" with an address, then they read what follows before it is done',
  async (name, method, text, done) => {
    const CALL = `${method} ${LINK}`;
    const made = { status: 201, body: { url: ADDRESS, created_at: since.feed_since } };
    const api = fakeApi({ [LIST]: { body: since }, [CALL]: method === 'POST' ? made : { status: 204 } });
    const { type } = renderPage(<CalendarPage />, page);
    await type.click(await screen.findByRole('button', { name }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(text)).toBeTruthy();
    expect(api.bodies(CALL)).toHaveLength(0);
    await type.click(dialog.getByRole('button', { name }));
    await findToast(done);
    expect(api.bodies(CALL)).toHaveLength(1);
  },
);

test('when the address cannot be revoked, then the message says why and the address stays', async () => {
  fakeApi({ [LIST]: { body: since }, [`DELETE ${LINK}`]: refused(503, 'Coba lagi.') });
  const { type } = renderPage(<CalendarPage />, page);
  await type.click(await screen.findByRole('button', { name: 'Cabut' }));
  await type.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cabut' }));
  await findToast('Alamat belum dicabut');
  expect(screen.getByText(/^Alamat dibuat/u)).toBeTruthy();
});

test('when the reader of the calendar has no calendar to subscribe to, then no address is offered', async () => {
  fakeApi({ [LIST]: calendar([SLOT]) });
  renderPage(<CalendarPage />, { ...page, user: aUser({ role: 'staff_tu' }) });
  await screen.findByRole('button', { name: /Ruang Anggrek/u });
  expect(screen.queryByText('Kalender langganan')).toBeNull();
});
