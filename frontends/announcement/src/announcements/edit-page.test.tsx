import type { Announcement } from '@gerbang/contracts/announcement-shapes';
import type { Role } from '@gerbang/domain/roles';
import { fakeApi, refused, staleAnswer } from '@gerbang/web-kit/testing/fake-api';
import { keepDrafts } from '@gerbang/web-kit/testing/kept-drafts';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fireEvent, screen, within } from '@testing-library/react';
import { anAnnouncement, aStudent, idOf, mayOf } from '../../test/samples.ts';
import { EditPage } from './edit-page.tsx';

// These tests save by hand.
jest.mock('./autosave-pause.ts', () => ({ AUTOSAVE_PAUSE: 2 ** 31 - 1 }));

keepDrafts();

const ONE = `/api/admin/announcements/${idOf(1)}`;

function open(
  changes: Partial<Announcement> = {},
  answers: Parameters<typeof fakeApi>[0] = {},
  role: Role = 'cs',
) {
  const record = anAnnouncement({ may: mayOf(changes.status ?? 'draft', role), ...changes });
  const api = fakeApi({
    [`GET ${ONE}`]: { body: record },
    [`PUT ${ONE}`]: { body: record },
    'GET /api/admin/announcements/students-waiting/SD': { body: [aStudent(3, 'Zaid Abdullah')] },
    ...answers,
  });
  return {
    api,
    ...renderPage(<EditPage />, {
      path: `/admin/announcements/edit/${idOf(1)}`,
      route: '/admin/announcements/edit/:id',
      user: aUser({ role }),
    }),
  };
}

const ready = () => screen.findByRole('row', { name: /Zaid/u });
const openFacts = (type: ReturnType<typeof open>['type']) =>
  type.click(screen.getByRole('button', { name: 'Ubah isi' }));
const save = () => screen.getByRole('button', { name: 'Simpan draf' });
const put = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('when a draft is opened, then everything is prefilled, and who came since is there but left out', async () => {
  const { type } = open({ review_notes: 'Tolong lengkapi.' });
  await ready();
  expect(screen.getByText('Judul', { selector: 'dt' }).nextElementSibling?.textContent).toBe(
    'Hasil Observasi SD Gelombang 1',
  );
  await openFacts(type);
  expect(screen.getByLabelText<HTMLInputElement>(/^Judul/u).value).toBe('Hasil Observasi SD Gelombang 1');
  expect(screen.getByText('Tolong lengkapi.')).toBeTruthy();
  const values = screen.getAllByRole<HTMLInputElement>('radio', { checked: true }).map(({ value }) => value);
  expect(values).toEqual(['passed', 'failed', 'left_out']);
});

test('when one field changes, then that field alone is sent, against the state that was seen', async () => {
  const { api, type } = open();
  await ready();
  await openFacts(type);
  put(/^Judul/u, 'Judul baru');
  await type.click(save());
  await findToast('Announcement updated successfully');
  expect(await screen.findByText('at /admin/announcements')).toBeTruthy();
  expect(api.bodies(`PUT ${ONE}`)).toEqual([{ title: 'Judul baru' }]);
  expect(api.asked.find(({ method }) => method === 'PUT')?.headers['if-match']).toBe('"3"');
});

test('when a result changes, then the whole list is sent', async () => {
  const { api, type } = open();
  await ready();
  await type.click(within(await ready()).getByRole('radio', { name: 'Lulus' }));
  await type.click(save());
  await findToast('Announcement updated successfully');
  expect(api.bodies(`PUT ${ONE}`)).toEqual([
    {
      results: [
        {
          child_id: idOf(301),
          registration_id: idOf(201),
          result: 'passed',
          individual_note: null,
          checked: true,
        },
        {
          child_id: idOf(302),
          registration_id: idOf(202),
          result: 'failed',
          individual_note: 'Belum siap secara sosial.',
          checked: true,
        },
        {
          child_id: idOf(303),
          registration_id: idOf(203),
          result: 'passed',
          individual_note: null,
          checked: true,
        },
      ],
    },
  ]);
});

test('when nothing is unsaved, then going to the head of the school asks at once; done, the list opens', async () => {
  const { api, type } = open(
    {},
    { [`PUT ${ONE}/submit`]: { body: anAnnouncement({ status: 'pending_review' }) } },
  );
  await ready();
  await type.click(screen.getByRole('button', { name: 'Ajukan ke Kepala Sekolah' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ajukan pengumuman?' }));
  expect(await dialog.findByText('2 dari 2 diperiksa oleh Siti Nurhaliza.')).toBeTruthy();
  await type.click(dialog.getByRole('button', { name: 'Ajukan' }));
  expect(await screen.findByText('at /admin/announcements')).toBeTruthy();
  expect(api.bodies(`PUT ${ONE}`)).toEqual([]);
});

test('when the role may not submit, then there is no such button', async () => {
  open({}, {}, 'it');
  await ready();
  expect(screen.queryByRole('button', { name: 'Ajukan ke Kepala Sekolah' })).toBeNull();
});

test.each([
  ['pending_review', /sedang menunggu tinjauan/u],
  ['approved', /sudah disetujui/u],
  ['published', /sudah diterbitkan/u],
] as const)(
  'when the announcement is %s, then the specified words say that only drafts are edited',
  async (status, words) => {
    open({ status });
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByText('Only draft announcements can be edited').getAttribute('lang')).toBe('en');
    expect(screen.queryByRole('button', { name: 'Simpan draf' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Revisi' })).toBeNull();
  },
);

test('when it was refused, then it can be taken back and edited at once', async () => {
  const { type } = open(
    { status: 'rejected' },
    { [`PUT ${ONE}/revise`]: { body: anAnnouncement({ version: 4 }) } },
  );
  await type.click(await screen.findByRole('button', { name: 'Revisi' }));
  await findToast('Pengumuman kembali menjadi draf');
  await ready();
});

test.each([404, 400])(
  'when the address names nothing (%s), then the specified words say so',
  async (status) => {
    open({}, { [`GET ${ONE}`]: refused(status, 'Tidak ada') });
    const words = await screen.findByText('Announcement not found');
    expect(words.getAttribute('lang')).toBe('en');
    expect(screen.getByText('Pengumuman tidak ada. Alamatnya mungkin keliru.')).toBeTruthy();
  },
);

test('when saving is refused, then the specified title and the server’s sentence come and what was typed stays', async () => {
  const { type } = open({}, { [`PUT ${ONE}`]: refused(422, 'Zaid Abdullah tidak lagi menunggu.') });
  await ready();
  await openFacts(type);
  put(/^Judul/u, 'Judul baru');
  await type.click(save());
  await findToast('Failed to update announcement', 'Zaid Abdullah tidak lagi menunggu.');
  expect(screen.getByLabelText<HTMLInputElement>(/^Judul/u).value).toBe('Judul baru');
});

describe('when another user has changed the draft meanwhile', () => {
  const stale = (present: Announcement) => staleAnswer(present, { name: 'Siti', role: 'cs' });
  const theirs = anAnnouncement({ version: 4, title: 'Judul Siti' });

  async function conflict(present = theirs) {
    const page = open({}, { [`PUT ${ONE}`]: stale(present) });
    await ready();
    await openFacts(page.type);
    put(/^Periode/u, 'Desember');
    await page.type.click(save());
    const dialog = within(await screen.findByRole('dialog', { name: 'Draf sudah diubah' }));
    expect(
      dialog.getByText('Data ini sudah diubah oleh Siti (CS) pada 21 November 2026, 10.42 WIB.'),
    ).toBeTruthy();
    return { ...page, dialog };
  }

  test('then the user’s changes can be saved over theirs', async () => {
    const { api, type, dialog } = await conflict();
    api.answer(`PUT ${ONE}`, { body: theirs });
    await type.click(dialog.getByRole('button', { name: 'Simpan isian saya' }));
    await findToast('Announcement updated successfully');
    expect(api.bodies(`PUT ${ONE}`).at(-1)).toEqual({ observation_period: 'Desember' });
    expect(api.asked.findLast(({ method }) => method === 'PUT')?.headers['if-match']).toBe('"4"');
  });

  test('then theirs can be taken', async () => {
    const { type, dialog } = await conflict();
    await type.click(dialog.getByRole('button', { name: 'Pakai data terbaru' }));
    await ready();
    await openFacts(type);
    expect(screen.getByLabelText<HTMLInputElement>(/^Judul/u).value).toBe('Judul Siti');
    expect(screen.getByLabelText<HTMLInputElement>(/^Periode/u).value).toBe('16–20 November 2026');
  });

  test('then what is no draft any more can only be looked at', async () => {
    const { dialog } = await conflict(anAnnouncement({ version: 4, status: 'pending_review' }));
    expect(dialog.getByText(/bukan draf lagi/u)).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Simpan isian saya' })).toBeNull();
    expect(dialog.getByRole('link', { name: 'Lihat pengumuman' })).toBeTruthy();
  });
});
