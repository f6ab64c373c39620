import type { Rubric } from '@gerbang/contracts/rubrics';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { screen, within } from '@testing-library/react';
import { staffId } from '../../test/staff.ts';
import { RubricsPage } from './rubrics-page.tsx';

const RUBRIC: Rubric = {
  id: staffId(1),
  jenjang: 'SD',
  version_no: 2,
  title: 'Observasi SD',
  items: [
    { key: 'menyimak', label: 'Menyimak cerita', help: 'Menyebut tokohnya', group: 'bahasa', weight: 2 },
  ],
  status: 'draft',
  flagged_words: [],
  confirmed_by: null,
  created_by: { name: 'Sari' },
  created_at: '2026-11-29T01:00:00.000Z',
  activated_at: null,
  version: 3,
};
const FLAGGED = { ...RUBRIC, flagged_words: ['membaca'] };
const LIST = 'GET /api/admin/rubrics';
const WRITE = 'POST /api/admin/rubrics';
const ACTIVATE = `PUT /api/admin/rubrics/${RUBRIC.id}/activate`;

function show(rubrics: readonly Rubric[], role: 'staff_pendidikan' | 'manager_pendidikan' | 'admin') {
  const api = fakeApi({
    [LIST]: { body: rubrics },
    [WRITE]: { status: 201, body: RUBRIC },
    [ACTIVATE]: { body: { ...RUBRIC, status: 'active' } },
  });
  return { api, ...renderPage(<RubricsPage />, { path: '/admin/rubrics', user: aUser({ role }) }) };
}
const dialogOf = async (role: 'dialog' | 'alertdialog') => within(await screen.findByRole(role));

test('when a draft is changed, then its items and the version that was seen are sent, and nothing typed is lost when refused', async () => {
  const { api, type } = show([RUBRIC], 'staff_pendidikan');
  expect(await screen.findByRole('button', { name: 'Buka Observasi SD versi 2' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Berlakukan/u })).toBeNull();
  await type.click(screen.getByRole('button', { name: 'Buka Observasi SD versi 2' }));
  const dialog = await dialogOf('dialog');
  await type.click(dialog.getByRole('button', { name: 'Tambah butir' }));
  await type.click(dialog.getByRole('button', { name: 'Simpan draf' }));
  expect(dialog.getByText('Butir harus diisi')).toBeTruthy();
  expect(api.bodies(WRITE)).toEqual([]);
  const [, second] = dialog.getAllByLabelText('Yang diamati');
  if (second) await type.type(second, 'Menunggu giliran');
  api.answer(WRITE, refused(503, 'Sedang sibuk.'));
  await type.click(dialog.getByRole('button', { name: 'Simpan draf' }));
  await findToast('Draf belum tersimpan', 'Sedang sibuk.');
  api.answer(WRITE, { status: 201, body: RUBRIC });
  await type.click(dialog.getByRole('button', { name: 'Simpan draf' }));
  await findToast('Draf tersimpan', 'Rubrik belum berlaku sampai diberlakukan.');
  expect(api.bodies(WRITE).at(-1)).toEqual({
    jenjang: 'SD',
    title: 'Observasi SD',
    items: [
      RUBRIC.items[0],
      { key: 'butir_2', label: 'Menunggu giliran', help: null, group: 'lain', weight: 1 },
    ],
    draft: { id: RUBRIC.id, version: 3 },
  });
});

test('when the rubric in force is opened, then what is saved is a new draft', async () => {
  const { api, type } = show([{ ...RUBRIC, status: 'active' }], 'admin');
  await type.click(await screen.findByRole('button', { name: 'Buka Observasi SD versi 2' }));
  const dialog = await dialogOf('dialog');
  await type.click(dialog.getByRole('button', { name: 'Simpan draf' }));
  await findToast('Draf tersimpan', 'Rubrik belum berlaku sampai diberlakukan.');
  expect(api.bodies(WRITE)).toEqual([{ jenjang: 'SD', title: 'Observasi SD', items: RUBRIC.items }]);
});

test('when words are flagged, then the head confirms them', async () => {
  const { api, type } = show([FLAGGED], 'manager_pendidikan');
  await type.click(await screen.findByRole('button', { name: 'Berlakukan Observasi SD versi 2' }));
  const dialog = await dialogOf('alertdialog');
  await type.click(dialog.getByRole('button', { name: 'Berlakukan' }));
  expect(dialog.getByText('Beri centang lebih dahulu bila tidak ada tes.')).toBeTruthy();
  expect(api.bodies(ACTIVATE)).toEqual([]);
  await type.click(dialog.getByRole('checkbox'));
  await type.click(dialog.getByRole('button', { name: 'Berlakukan' }));
  await findToast('Rubrik diberlakukan', 'Observasi SD versi 2 dipakai penilai mulai sekarang.');
  expect(api.bodies(ACTIVATE)).toEqual([{ version: 3, confirm_words: true }]);
});

test('when words are flagged, then an administrator reads that the head may', async () => {
  const { type } = show([FLAGGED], 'admin');
  await type.click(await screen.findByRole('button', { name: 'Berlakukan Observasi SD versi 2' }));
  const other = await dialogOf('alertdialog');
  expect(other.getByText(/Hanya kepala sekolah/u)).toBeTruthy();
  expect(other.queryByRole('checkbox')).toBeNull();
});

test('when the rubrics cannot be read, then the page offers to read them again', async () => {
  fakeApi({ [LIST]: refused(503, 'Coba lagi.') });
  renderPage(<RubricsPage />, { path: '/admin/rubrics', user: aUser({ role: 'admin' }) });
  expect(await screen.findByRole('button', { name: 'Coba lagi' })).toBeTruthy();
});
