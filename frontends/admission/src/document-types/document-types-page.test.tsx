import { findSummary, messageAt } from '@gerbang/web-kit/testing/form-errors';
import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fakeApi, refused, staleAnswer } from '@gerbang/web-kit/testing/fake-api';
import { screen, within } from '@testing-library/react';
import { aDocumentType, documentId } from '../../test/document-samples.ts';
import { DocumentTypesPage } from './document-types-page.tsx';

const LIST = 'GET /api/admin/document-types';
const ADD = 'POST /api/admin/document-types';
const CHANGE = `PUT /api/admin/document-types/${documentId(1)}`;
const CONFIG = {
  body: {
    levels: [
      { jenjang: 'SD', classes: ['1', '2'] },
      { jenjang: 'SMP', classes: ['7'] },
    ],
  },
};
const { id: _id, version: _version, retired_at: _retired, ...AKTA } = aDocumentType();

function show(role: 'staff_tu' | 'cs' = 'staff_tu', answers: Parameters<typeof fakeApi>[0] = {}) {
  const closed = aDocumentType({
    id: documentId(2),
    key: 'surat_lama',
    label: 'Surat lama',
    position: 0,
    retired_at: '2026-11-20T03:00:00.000Z',
  });
  const api = fakeApi({
    [LIST]: { body: [closed, aDocumentType()] },
    'GET /api/config': CONFIG,
    [ADD]: { status: 201, body: aDocumentType({ id: documentId(3) }) },
    [CHANGE]: { body: aDocumentType({ version: 2 }) },
    ...answers,
  });
  const path = '/admin/document-types';
  return { api, ...renderPage(<DocumentTypesPage />, { path, user: aUser({ role }) }) };
}

const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('when the page opens, then the types stand in the school’s order, what is asked no more last', async () => {
  show();
  const rows = await screen.findAllByRole('row');
  expect(rows.slice(1).map((row) => within(row).getByRole('rowheader').textContent)).toEqual([
    'Akta kelahiranuntuk memastikan ejaan nama di rapor dan Dapodik',
    'Surat lamauntuk memastikan ejaan nama di rapor dan Dapodik',
  ]);
  expect(screen.getByText('Ditutup')).toBeTruthy();
});

test('when staff may read types only, then nothing can be added, changed or retired', async () => {
  show('cs');
  await screen.findByText('Akta kelahiran');
  expect(screen.queryByRole('button')).toBeNull();
});

test('when a type is changed, then its key stays and the version that was seen leaves with it', async () => {
  const { api, type } = show();
  await type.click(await screen.findByRole('button', { name: 'Ubah Akta kelahiran' }));
  const dialog = await dialogOf('Ubah Akta kelahiran');
  expect(dialog.queryByLabelText(/^Kunci/u)).toBeNull();
  await type.click(dialog.getByLabelText(/^Menahan/u));
  await type.click(dialog.getByLabelText('SMP'));
  await type.click(await dialog.findByLabelText('Kelas 1'));
  await type.type(dialog.getByLabelText(/^Masa berlaku/u), '12');
  await type.click(dialog.getByRole('button', { name: 'Simpan' }));
  await findToast('Berhasil', 'Akta kelahiran disimpan');
  expect(api.bodies(CHANGE)).toEqual([
    {
      ...AKTA,
      gate: 'block',
      jenjang: ['KB', 'TK', 'SD'],
      classes: ['1'],
      expires_months: 12,
      retired: false,
      version: 1,
    },
  ]);
});

test('when a new type has no purpose, then nothing is sent and the field says why', async () => {
  const { api, type } = show();
  await type.click(await screen.findByRole('button', { name: 'Tambah jenis' }));
  const dialog = await dialogOf('Tambah jenis dokumen');
  await type.type(dialog.getByLabelText('Nama dokumen'), 'Surat baptis');
  await type.type(dialog.getByLabelText('Kunci'), 'surat_baptis');
  await type.click(dialog.getByRole('button', { name: 'Simpan' }));
  await findSummary();
  expect(messageAt(dialog.getByLabelText('Tujuan'))).toBe('Tujuan harus diisi: mengapa sekolah memintanya');
  expect(api.bodies(ADD)).toEqual([]);
  await type.type(dialog.getByLabelText('Tujuan'), 'untuk buku induk');
  await type.click(dialog.getByRole('button', { name: 'Simpan' }));
  await findToast('Berhasil', 'Surat baptis disimpan');
  expect(api.bodies(ADD)).toMatchObject([
    { key: 'surat_baptis', purpose: 'untuk buku induk', help: '', classes: null, position: 2 },
  ]);
});

test.each([
  [409, 'type_in_use', 'Kunci ini sudah pernah dipakai.', []],
  [422, 'no_purpose', 'Tujuan harus diisi', [{ path: 'purpose', message: 'Tujuan harus diisi' }]],
] as const)(
  'when the server refuses with %i %s, then what was typed stays beside the reason',
  async (status, code, message, issues) => {
    const { type } = show('staff_tu', { [ADD]: refused(status, message, { code, issues: [...issues] }) });
    await type.click(await screen.findByRole('button', { name: 'Tambah jenis' }));
    const dialog = await dialogOf('Tambah jenis dokumen');
    await type.type(dialog.getByLabelText('Nama dokumen'), 'Surat baptis');
    await type.type(dialog.getByLabelText('Kunci'), 'akta');
    await type.type(dialog.getByLabelText('Tujuan'), 'untuk buku induk');
    await type.click(dialog.getByRole('button', { name: 'Simpan' }));
    expect((await dialog.findAllByText(message)).length).toBeGreaterThan(0);
    expect(dialog.getByLabelText<HTMLInputElement>('Nama dokumen').value).toBe('Surat baptis');
  },
);

test('when a type is retired, then it is asked for once more before it leaves', async () => {
  const { api, type } = show();
  await type.click(await screen.findByRole('button', { name: 'Tutup Akta kelahiran' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Tutup Akta kelahiran?' }));
  expect(api.bodies(CHANGE)).toEqual([]);
  await type.click(dialog.getByRole('button', { name: 'Tutup' }));
  await findToast('Berhasil', 'Akta kelahiran ditutup');
  expect(api.bodies(CHANGE)).toEqual([{ ...AKTA, retired: true, version: 1 }]);
});

test('when a colleague changed the type meanwhile, then the page says who and reads the list again', async () => {
  const stale = staleAnswer(
    aDocumentType({ version: 2 }),
    { name: 'Siti', role: 'admin' },
    { at: '2026-11-20T01:00:00.000Z' },
  );
  const { api, type } = show('staff_tu', { [CHANGE]: stale });
  await type.click(await screen.findByRole('button', { name: 'Tutup Akta kelahiran' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await type.click(dialog.getByRole('button', { name: 'Tutup' }));
  await findToast(
    'Gagal disimpan',
    'Data ini sudah diubah oleh Siti (Administrator) pada 20 November 2026, 08.00 WIB.',
  );
  expect(api.asked.filter(({ method, path }) => `${method} ${path}` === LIST).length).toBeGreaterThan(1);
});
