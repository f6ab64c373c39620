import type { CheckIn, CheckInList } from '@gerbang/contracts/check-ins';
import { beforeLogout } from '@gerbang/web-kit/session/session';
import { type Asked, type FakeAnswer, fakeApi, later, refused } from '@gerbang/web-kit/testing/fake-api';
import { keepDrafts } from '@gerbang/web-kit/testing/kept-drafts';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { staffId } from '../../test/staff.ts';
import { CheckInPage } from './check-in-page.tsx';

const device = keepDrafts();
const SLOT = staffId(1);
const LIST = `GET /api/admin/slots/${SLOT}/list`;

const child = (n: number, more: Partial<CheckIn> = {}): CheckIn => ({
  id: staffId(10 + n),
  registration_id: staffId(20 + n),
  registration_number: `PSB-2026-SD-0000${n}`,
  child_name: ['Aisyah', 'Bilal', 'Citra'][n] ?? '',
  father_name: 'Ahmad',
  mother_name: 'Rahma',
  attendees: 'both',
  needs: n === 0 ? 'Kursi roda' : null,
  documents: { done: 5, of: 7 },
  status: 'booked',
  checked_in_at: null,
  version: 3,
  ...more,
});
const list = (children: readonly CheckIn[]): FakeAnswer => ({
  body: {
    slot: {
      id: SLOT,
      academic_year: '2026/2027',
      jenjang: 'SD',
      starts_at: '2099-02-09T01:00:00.000Z',
      ends_at: '2099-02-09T02:30:00.000Z',
      place: 'Ruang Anggrek',
      capacity: 3,
      booked: 3,
      opens_at: '2026-11-01T01:00:00.000Z',
      closes_at: '2099-02-09T01:00:00.000Z',
      instructions: null,
      published: true,
      assessors: [],
      version: 1,
    },
    from: '2099-02-09T00:00:00.000Z',
    until: '2099-02-16T01:00:00.000Z',
    children: [...children],
  } satisfies CheckInList,
});
const markOf = (n: number) => `PUT /api/admin/bookings/${staffId(10 + n)}/presence`;
const marked = (n: number, status: 'attended' | 'absent') =>
  child(n, { status, checked_in_at: '2099-02-09T01:05:00.000Z', version: 4 });
const stale = (present: CheckIn): FakeAnswer => {
  const answer = refused(409, 'Data ini sudah diubah.', { code: 'stale' });
  const by = { changed_by: { name: 'Dewi', role: 'cs' }, changed_at: '2099-02-09T01:04:00.000Z' };
  return { ...answer, body: { ...(answer.body as object), stale: { ...by, present } } };
};
const OFFLINE: FakeAnswer = { offline: true };

const open = (role: 'cs' | 'staff_pendidikan' | 'staff_tu' = 'staff_pendidikan') =>
  renderPage(<CheckInPage />, {
    path: `/admin/calendar/${SLOT}`,
    route: '/admin/calendar/:slotId',
    user: aUser({ role }),
  });
const choice = (name: string) => screen.findByRole('group', { name: `Kehadiran ${name}` });
const press = async (name: string, answer: 'Hadir' | 'Tidak hadir') =>
  fireEvent.click(within(await choice(name)).getByRole('button', { name: answer }));
const connect = () => act(async () => void globalThis.dispatchEvent(new Event('online')));

test('when the list is opened, then each child has parents, needs, documents and two buttons, and the counts are read', async () => {
  fakeApi({ [LIST]: list([child(0), marked(1, 'attended')]) });
  open();
  expect(await screen.findByText('1 hadir · 0 tidak hadir · 1 belum ditandai')).toBeTruthy();
  expect(screen.getByText('Kebutuhan khusus: Kursi roda')).toBeTruthy();
  expect(screen.getAllByText(/Ahmad dan Rahma · Ayah dan ibu · Dokumen 5 dari 7/u)).toHaveLength(2);
  expect(within(await choice('Bilal')).getByRole('button', { pressed: true }).textContent).toBe('Hadir');
});

test('when a viewer does not mark, then there are no buttons; customer service corrects none', async () => {
  fakeApi({ [LIST]: list([child(0), marked(1, 'attended')]) });
  open('staff_tu');
  expect(await screen.findByText('Aisyah')).toBeTruthy();
  expect(screen.queryByRole('group', { name: /Kehadiran/u })).toBeNull();
});

test('when customer service has marked a child, then it cannot correct the mark', async () => {
  fakeApi({ [LIST]: list([child(0)]), [markOf(0)]: { body: marked(0, 'attended') } });
  open('cs');
  await press('Aisyah', 'Hadir');
  expect(await screen.findByText(/Ditandai 08\.05/u)).toBeTruthy();
  expect(screen.queryByRole('group', { name: /Kehadiran/u })).toBeNull();
});

test('when there is no network, then marks are shown and kept, and each is sent with its first key once there is one', async () => {
  const api = fakeApi({ [LIST]: list([child(0), child(1)]), [markOf(0)]: OFFLINE, [markOf(1)]: OFFLINE });
  open();
  await press('Aisyah', 'Hadir');
  await press('Bilal', 'Tidak hadir');
  expect(await screen.findByText(/2 tanda belum terkirim/u)).toBeTruthy();
  expect(screen.getByText('1 hadir · 1 tidak hadir · 0 belum ditandai')).toBeTruthy();
  expect([...device.keys()]).toEqual([`${aUser().id}:check-ins:${SLOT}`]);
  api.answer(markOf(0), { body: marked(0, 'attended') });
  api.answer(markOf(1), { body: marked(1, 'absent') });
  await connect();
  expect(await screen.findByText('1 hadir · 1 tidak hadir · 0 belum ditandai')).toBeTruthy();
  expect(screen.queryByText(/belum terkirim/iu)).toBeNull();
  expect(device.size).toBe(0);
  const keys = api.asked
    .filter(({ path }) => path === markOf(0).slice(4))
    .map(({ headers }) => headers['idempotency-key']);
  expect(keys.length).toBeGreaterThanOrEqual(2);
  expect(new Set(keys).size).toBe(1);
  expect(api.bodies(markOf(1)).at(-1)).toEqual({ status: 'absent', version: 3 });
});

test('when the page is opened again with marks of an earlier visit, then they are sent', async () => {
  const mark = JSON.stringify({ status: 'absent', version: 3, key: 'a-key-of-before' });
  device.set(`${aUser().id}:check-ins:${SLOT}`, { values: { [child(0).id]: mark }, savedAt: Date.now() });
  const api = fakeApi({ [LIST]: list([child(0)]), [markOf(0)]: { body: marked(0, 'absent') } });
  open();
  expect(await screen.findByText(/Tidak hadir · Ditandai 08\.05/u)).toBeTruthy();
  expect(api.bodies(markOf(0))).toEqual([{ status: 'absent', version: 3 }]);
  expect(device.size).toBe(0);
});

test('when another device was faster with another mark, then both are shown, and the person decides', async () => {
  const api = fakeApi({
    [LIST]: list([child(0), child(1)]),
    [markOf(0)]: stale(marked(0, 'absent')),
    [markOf(1)]: { body: marked(1, 'attended') },
  });
  open();
  await press('Aisyah', 'Hadir');
  const REFUSED = /Tanda Anda “Hadir” belum tersimpan\..*diubah oleh Dewi/u;
  expect(await screen.findByText(REFUSED)).toBeTruthy();
  expect(await screen.findByText(/Tidak hadir · Ditandai 08\.05/u)).toBeTruthy();
  // The others go on.
  await press('Bilal', 'Hadir');
  expect(await screen.findByText('1 hadir · 1 tidak hadir · 0 belum ditandai')).toBeTruthy();
  api.answer(markOf(0), { body: { ...marked(0, 'attended'), version: 5 } });
  fireEvent.click(screen.getByRole('button', { name: 'Tetap tandai hadir' }));
  expect(await screen.findByText('2 hadir · 0 tidak hadir · 0 belum ditandai')).toBeTruthy();
  expect(api.bodies(markOf(0)).at(-1)).toEqual({ status: 'attended', version: 4 });
  expect(screen.queryByText(REFUSED)).toBeNull();
});

test('when a family changed what it says meanwhile, then the mark is sent again for that, without a question', async () => {
  const asked: Asked[] = [];
  fakeApi({
    [LIST]: list([child(0)]),
    [markOf(0)]: (call) => {
      asked.push(call);
      return asked.length === 1
        ? stale(child(0, { version: 4, needs: null }))
        : { body: marked(0, 'attended') };
    },
  });
  open();
  await press('Aisyah', 'Hadir');
  expect(await screen.findByText(/Hadir · Ditandai 08\.05/u)).toBeTruthy();
  expect(asked.map(({ body }) => body)).toEqual([
    { status: 'attended', version: 3 },
    { status: 'attended', version: 4 },
  ]);
  expect(new Set(asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
});

test('when a place is gone, then the mark is shown as refused, and dropped by the person', async () => {
  fakeApi({ [LIST]: list([child(0)]), [markOf(0)]: stale(child(0, { status: 'moved', version: 4 })) });
  open();
  await press('Aisyah', 'Hadir');
  expect(await screen.findByText('Tidak lagi di jadwal ini')).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Biarkan seperti di daftar' }));
  expect(screen.queryByText(/Tanda Anda/u)).toBeNull();
  expect(device.size).toBe(0);
});

test('when the other button is pressed while the first is on its way, then the second follows as a correction', async () => {
  const first = later();
  const api = fakeApi({ [LIST]: list([child(0)]), [markOf(0)]: first.answer });
  open();
  await press('Aisyah', 'Hadir');
  await press('Aisyah', 'Tidak hadir');
  api.answer(markOf(0), { body: { ...marked(0, 'absent'), version: 5 } });
  await act(async () => first.release({ body: marked(0, 'attended') }));
  expect(await screen.findByText(/Tidak hadir · Ditandai/u)).toBeTruthy();
  expect(api.bodies(markOf(0))).toEqual([
    { status: 'attended', version: 3 },
    { status: 'absent', version: 4 },
  ]);
});

test('when the user logs out, then what waits is tried once more before', async () => {
  const api = fakeApi({ [LIST]: list([child(0)]), [markOf(0)]: OFFLINE });
  open();
  await press('Aisyah', 'Hadir');
  expect(await screen.findByText(/1 tanda belum terkirim/u)).toBeTruthy();
  api.answer(markOf(0), { body: marked(0, 'attended') });
  await act(async () => void (await Promise.all([...beforeLogout].map((run) => run()))));
  expect(device.size).toBe(0);
});

test('when the list is closed, then the page asks first, and says how many are absent', async () => {
  const CLOSE = `POST /api/admin/slots/${SLOT}/close`;
  const api = fakeApi({ [LIST]: list([child(0), marked(1, 'attended')]), [CLOSE]: { body: { absent: 1 } } });
  open();
  fireEvent.click(await screen.findByRole('button', { name: 'Tutup daftar' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('1 anak yang belum ditandai menjadi tidak hadir');
  api.answer(LIST, list([marked(0, 'absent'), marked(1, 'attended')]));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Tutup daftar' }));
  await findToast('Daftar hadir ditutup', '1 anak ditandai tidak hadir.');
  expect(api.asked.find(({ method }) => method === 'POST')?.headers['idempotency-key']).toBeTruthy();
  expect(await screen.findByText('1 hadir · 1 tidak hadir · 0 belum ditandai')).toBeTruthy();
});

test('when the slot has no child or is not there, then the page says so', async () => {
  const api = fakeApi({ [LIST]: list([]) });
  open();
  expect(await screen.findByText('Belum ada anak di jadwal ini')).toBeTruthy();
  api.answer(LIST, refused(404, 'Jadwal tidak ditemukan'));
  open();
  expect(await screen.findByText('Jadwal tidak ditemukan')).toBeTruthy();
});

test('when a list is filtered, sorted or without some facts, then it is shown so, and the counts stay those of all', async () => {
  localStorage.clear();
  fakeApi({
    [LIST]: list([child(0), marked(1, 'attended'), child(2)]),
    'GET /api/admin/list-views': { body: [] },
  });
  const { type } = open();
  const names = () =>
    screen.getAllByRole('group', { name: /^Kehadiran/u }).map((group) => group.getAttribute('aria-label'));
  await choice('Aisyah');
  await type.selectOptions(screen.getByLabelText('Urutkan'), 'Belum ditandai dahulu');
  expect(names()).toEqual(['Kehadiran Aisyah', 'Kehadiran Citra', 'Kehadiran Bilal']);
  await type.selectOptions(screen.getByLabelText('Kehadiran'), 'Hadir');
  expect(names()).toEqual(['Kehadiran Bilal']);
  expect(screen.getByText('1 hadir · 0 tidak hadir · 2 belum ditandai')).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Tampilan' }));
  await type.click(await screen.findByRole('menuitem', { name: 'Atur kolom dan simpan...' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Kolom dan tampilan' }));
  await type.click(dialog.getByRole('checkbox', { name: 'Orang tua' }));
  expect(screen.getByText('PSB-2026-SD-00001 · Ayah dan ibu · Dokumen 5 dari 7')).toBeTruthy();
});
