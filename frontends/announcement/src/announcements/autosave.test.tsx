import type { Announcement } from '@gerbang/contracts/announcement-shapes';
import { fakeApi, refused, staleAnswer } from '@gerbang/web-kit/testing/fake-api';
import { keepDrafts } from '@gerbang/web-kit/testing/kept-drafts';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { anAnnouncement, aStudent, idOf, mayOf } from '../../test/samples.ts';
import { EditPage } from './edit-page.tsx';

jest.mock('./autosave-pause.ts', () => ({ AUTOSAVE_PAUSE: 50 }));

const kept = keepDrafts();

const ONE = `/api/admin/announcements/${idOf(1)}`;
const SAVE = `PUT ${ONE}`;

async function open(answers: Parameters<typeof fakeApi>[0] = {}) {
  let version = 3;
  const draft = anAnnouncement({ may: mayOf('draft', 'cs'), version });
  const api = fakeApi({
    [`GET ${ONE}`]: { body: draft },
    [SAVE]: ({ body }) => {
      version += 1;
      return { body: { ...draft, ...(body as Partial<Announcement>), results: draft.results, version } };
    },
    'GET /api/admin/announcements/students-waiting/SD': { body: [aStudent(3, 'Zaid Abdullah')] },
    ...answers,
  });
  const page = renderPage(<EditPage />, {
    path: `/admin/announcements/edit/${idOf(1)}`,
    route: '/admin/announcements/edit/:id',
    user: aUser({ role: 'cs' }),
  });
  const zaid = within(await screen.findByRole('row', { name: /Zaid/u }));
  return { api, zaid, ...page };
}

const note = (text: string) =>
  fireEvent.change(screen.getByLabelText(/^Catatan untuk Zaid/u), { target: { value: text } });
const versions = (api: Awaited<ReturnType<typeof open>>['api']) =>
  api.asked.filter(({ method }) => method === 'PUT').map(({ headers }) => headers['if-match']);
const names = (body: unknown) => Object.keys(body as object);

test('when something changes, then it is saved by itself against the newest version, the rows stay, and nothing is unsaved', async () => {
  const { api, zaid, type } = await open();
  await type.click(zaid.getByRole('radio', { name: 'Lulus' }));
  expect(await screen.findByText(/^Draf tersimpan \d\d\.\d\d$/u)).toBeTruthy();
  expect(names(api.bodies(SAVE)[0])).toEqual(['results']);
  note('Selamat.');
  await waitFor(() => expect(versions(api)).toEqual(['"3"', '"4"']));
  expect(JSON.stringify(api.bodies(SAVE)[1])).toContain('Selamat.');
  await waitFor(() => expect(kept.size).toBe(0));
  expect(zaid.getByRole<HTMLInputElement>('radio', { name: 'Lulus' }).checked).toBe(true);
  // Saving by hand then has nothing to send.
  await screen.findByText(/^Draf tersimpan/u);
  await type.click(screen.getByRole('button', { name: 'Simpan draf' }));
  await findToast('Announcement updated successfully');
  expect(await screen.findByText('at /admin/announcements')).toBeTruthy();
  expect(versions(api)).toHaveLength(2);
});

test('when a student is postponed and the draft is saved, then the row stays and can be taken back', async () => {
  const { api, type } = await open();
  const [first] = anAnnouncement().results;
  const row = within(screen.getByRole('row', { name: new RegExp(first?.child.full_name ?? '', 'u') }));
  await type.click(row.getByRole('radio', { name: 'Tunda' }));
  await screen.findByText(/^Draf tersimpan/u);
  await type.click(row.getByRole('radio', { name: 'Lulus' }));
  await waitFor(() => expect(versions(api)).toHaveLength(2));
  expect(JSON.stringify(api.bodies(SAVE)[1])).toContain(first?.registration_id);
});

test('when another user was faster, then the dialog asks, and saving over theirs stays on the page', async () => {
  const theirs = anAnnouncement({ version: 9, title: 'Judul Siti', may: mayOf('draft', 'cs') });
  const { api, zaid, type } = await open({
    [SAVE]: staleAnswer(theirs, { name: 'Siti', role: 'cs' }),
  });
  await type.click(zaid.getByRole('radio', { name: 'Lulus' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Draf sudah diubah' }));
  api.answer(SAVE, { body: { ...theirs, version: 10 } });
  await type.click(dialog.getByRole('button', { name: 'Simpan isian saya' }));
  await findToast('Announcement updated successfully');
  expect(versions(api)).toEqual(['"3"', '"9"']);
  expect(screen.getByRole('row', { name: /Zaid/u })).toBeTruthy();
});

test('when the server refuses, then the page says why, what was typed stays, and it is not sent again before a change', async () => {
  const { api, zaid, type } = await open({ [SAVE]: refused(422, 'Zaid Abdullah tidak lagi menunggu.') });
  await type.click(zaid.getByRole('radio', { name: 'Lulus' }));
  expect(
    await screen.findByText('Belum tersimpan di server: Zaid Abdullah tidak lagi menunggu.'),
  ).toBeTruthy();
  note('Selamat.');
  await waitFor(() => expect(versions(api)).toHaveLength(2));
  await screen.findByText(/^Belum tersimpan/u);
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Catatan untuk Zaid/u).value).toBe('Selamat.');
  expect(versions(api)).toHaveLength(2);
});

test('when there is no connection, then the device keeps it, and it is saved once the connection is back', async () => {
  const { api, zaid, type } = await open({ [SAVE]: { offline: true } });
  await type.click(zaid.getByRole('radio', { name: 'Lulus' }));
  await screen.findByText(/^Belum tersimpan di server/u);
  await waitFor(() => expect(kept.size).toBe(1));
  api.answer(SAVE, { body: anAnnouncement({ version: 4 }) });
  act(() => {
    window.dispatchEvent(new Event('online'));
  });
  expect(await screen.findByText(/^Draf tersimpan/u)).toBeTruthy();
});

test('when a draft is thrown away, then it asks first, sends the version that is stored, and nothing is kept', async () => {
  const DISCARD = `DELETE ${ONE}`;
  const { api, zaid, type } = await open({ [DISCARD]: { status: 204 } });
  await type.click(zaid.getByRole('radio', { name: 'Lulus' }));
  await screen.findByText(/^Draf tersimpan \d\d\.\d\d$/u);
  await type.click(screen.getByRole('button', { name: 'Buang draf' }));
  const asked = within(await screen.findByRole('alertdialog', { name: 'Buang draf ini?' }));
  await type.click(asked.getByRole('button', { name: 'Batal' }));
  expect(api.bodies(DISCARD)).toHaveLength(0);
  await type.click(screen.getByRole('button', { name: 'Buang draf' }));
  const again = within(await screen.findByRole('alertdialog'));
  await type.click(again.getByRole('button', { name: 'Buang draf' }));
  await findToast('Draf dibuang');
  expect(await screen.findByText('at /admin/announcements')).toBeTruthy();
  expect(
    api.asked.filter(({ method }) => method === 'DELETE').map(({ headers }) => headers['if-match']),
  ).toEqual(['"4"']);
  expect(kept.size).toBe(0);
});
