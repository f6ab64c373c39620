import type { ChildDocument } from '@gerbang/contracts/child-documents';
import { acceptOf, isImage, UPLOADS } from '@gerbang/domain/file-types';
import { aUser, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { screen, waitFor, within } from '@testing-library/react';
import { aDocument, aVersion } from '../../test/documents.ts';
import { keepAddresses, photo, prepared } from '../../test/pages.ts';
import { aRow } from '../../test/samples.ts';
import { ChildDocumentsPage } from './child-documents-page.tsx';

const sendFile = jest.fn();
jest.mock('./prepare-page.ts', () => ({
  PageProblem: class extends Error {},
  preparePage: (file: File) => prepared(file),
  shrunkPage: (file: File) => prepared(file),
}));
jest.mock('@gerbang/web-kit/files/upload', () => ({
  sendFile: (...args: unknown[]) => sendFile(...args) as unknown,
}));

const ROW = aRow();
const CHILD = { id: ROW.child_id, full_name: ROW.child.full_name };
const CHECKLIST = `GET /api/registrations/${ROW.id}/checklist`;
const LIST = `GET /api/children/${CHILD.id}/documents`;
const SEND = `POST /api/children/${CHILD.id}/documents/kk`;

const AKTA = { key: 'akta', label: 'Akta kelahiran' } as const;
const RETURNED = aVersion({
  decision: 'returned',
  reason: 'Ada bagian yang terpotong. Foto seluruh halaman.',
  reason_code: 'terpotong',
});

beforeEach(() => {
  keepAddresses();
  sendFile.mockReset().mockResolvedValue({ file_id: 'file-1', warnings: [] });
});

function open(documents: readonly ChildDocument[], answers: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({
    'GET /api/registrations': { body: [ROW] },
    [CHECKLIST]: { body: { next: null, items: [] } },
    [LIST]: { body: documents },
    [SEND]: { status: 201, body: { status: 'uploaded', number: 1 } },
    ...answers,
  });
  const page = renderPage(<ChildDocumentsPage />, {
    path: `/children/${CHILD.id}/dokumen`,
    route: '/children/:childId/dokumen',
    user: aUser({ role: 'wali_murid' }),
  });
  return { api, ...page };
}

const card = async (label: string) => screen.findByRole('region', { name: label });

test('when documents stand differently, then each says what it is, why, how it stands, and the head what comes next', async () => {
  const { type } = open([
    aDocument({ type: AKTA, status: 'approved', complete: true, expires_on: '2027-05-01' }),
    aDocument({ status: 'returned', versions: [RETURNED] }),
    aDocument({ type: { key: 'pas_foto', label: 'Pas foto anak', accepts: 'image' } }),
    aDocument({ type: { key: 'ktp_ayah', label: 'KTP ayah', required: false } }),
  ]);
  expect(await screen.findByText('1 dari 3 lengkap')).toBeTruthy();
  expect(await screen.findByText(CHILD.full_name)).toBeTruthy();
  const kk = await card('Kartu keluarga');
  expect(within(kk).getByText('Untuk mencocokkan NIK dan alamat')).toBeTruthy();
  expect(within(kk).getByText('Seluruh halaman terlihat.')).toBeTruthy();
  expect(within(kk).getByText('Wajib sebelum daftar ulang')).toBeTruthy();
  expect(within(kk).getByText('Ada bagian yang terpotong. Foto seluruh halaman.')).toBeTruthy();
  expect(within(await card('Akta kelahiran')).getByText('Diterima')).toBeTruthy();
  expect(within(await card('Akta kelahiran')).getByText('Berlaku sampai 1 Mei 2027')).toBeTruthy();
  const photoInput = within(await card('Pas foto anak')).getByLabelText(/^Pilih berkas/u);
  const { types } = UPLOADS.child_document;
  expect(photoInput.getAttribute('accept')).toBe(acceptOf(types.filter(isImage)));
  const otherInput = within(kk).getByLabelText(/^(?:Pilih berkas|Ganti berkas|.*berkas)/u);
  expect(otherInput.getAttribute('accept')).toBe(acceptOf(types));
  expect(within(await card('KTP ayah')).getByText('Opsional')).toBeTruthy();
  const next = 'Kirim ulang Kartu keluarga: Ada bagian yang terpotong. Foto seluruh halaman.';
  await type.click(screen.getByRole('button', { name: next }));
  await waitFor(() => expect(document.activeElement).toBe(kk));
});

test.each([
  ['data', { key: 'data:parents', text: 'Lengkapi data orang tua', link: '/profile' }, '/profile'],
  ['document', { key: 'document:kk', text: 'Kirim Kartu keluarga', link: '/x' }, undefined],
])(
  'when the next step of all is %s, then only what is no document is a link of its own',
  async (_kind, next, to) => {
    open([aDocument()], { [CHECKLIST]: { body: { next, items: [] } } });
    expect(await screen.findByRole('button', { name: 'Kirim Kartu keluarga' })).toBeTruthy();
    if (to === undefined) await waitFor(() => expect(screen.getByText(CHILD.full_name)).toBeTruthy());
    else expect((await screen.findByRole('link', { name: next.text })).getAttribute('href')).toBe(to);
    expect(screen.queryAllByRole('link')).toHaveLength(to === undefined ? 0 : 1);
  },
);

test('when the checklist is read, then what is no document stands below, with the way there where it is to do now', async () => {
  const item = (kind: string, text: string, more: object) => ({
    kind,
    key: kind,
    text,
    open: false,
    ...more,
  });
  open(
    [
      aDocument({ status: 'approved', complete: true }),
      aDocument({
        type: { key: 'lama', label: 'Surat lama', retired_at: '2026-11-01T00:00:00.000Z' },
        status: 'approved',
        complete: true,
        can_upload: false,
      }),
    ],
    {
      [CHECKLIST]: {
        body: {
          next: null,
          items: [
            item('fee', 'Bukti sedang diperiksa', { status: 'waiting', link: '/registrations/r/bayar' }),
            item('phone', 'Verifikasi nomor WhatsApp', {
              status: 'todo',
              open: true,
              link: '/profile?bagian=kontak',
            }),
            item('document', 'Kirim Kartu keluarga', { status: 'todo', open: true, link: '/x' }),
            item('confirmation', 'Isi konfirmasi daftar ulang', { status: 'todo', link: '/y' }),
          ],
        },
      },
    },
  );
  const others = within(await screen.findByRole('region', { name: 'Yang lain untuk pendaftaran ini' }));
  expect(others.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Menunggu: Bukti sedang diperiksa',
    'Belum: Verifikasi nomor WhatsApp',
    'Belum: Isi konfirmasi daftar ulang',
  ]);
  expect(others.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/profile?bagian=kontak',
  ]);
  // What is not asked any more is shown and not counted, here as for staff.
  expect(screen.getByText('1 dari 1 lengkap')).toBeTruthy();
  const old = await card('Surat lama');
  expect(within(old).getByText('Dokumen ini tidak diminta lagi.')).toBeTruthy();
});

test('when a document was sent, then its history names every page and what became of it, reasons as plain text', async () => {
  const reason = 'Lihat http://contoh.test/a';
  open([
    aDocument({
      status: 'uploaded',
      versions: [
        aVersion({ number: 3, note: 'KK baru' }),
        aVersion({ number: 2, pages: [] }),
        { ...RETURNED, reason },
      ],
    }),
  ]);
  const kk = await card('Kartu keluarga');
  const history = within(kk).getByText('Riwayat (3 kiriman)').closest('details');
  expect(within(history!).getAllByAltText('Halaman 1 dari 2, Kartu keluarga')).toHaveLength(2);
  expect(within(history!).getAllByText('Halaman 2 dari 2 (PDF)')).toHaveLength(2);
  expect(within(history!).getByText(`Perlu diulang · ${reason}`).querySelector('a')).toBeNull();
  expect(within(history!).getByText('Menunggu diperiksa')).toBeTruthy();
  expect(within(history!).getByText('Diganti kiriman berikutnya')).toBeTruthy();
  expect(within(history!).getByText('Catatan Anda: KK baru')).toBeTruthy();
  expect(within(history!).getByText('Halaman kiriman ini sudah dihapus.')).toBeTruthy();
});

async function sendKk({ type }: Pick<ReturnType<typeof open>, 'type'>): Promise<void> {
  const kk = await card('Kartu keluarga');
  await type.upload(within(kk).getByLabelText('Pilih berkas: Kartu keluarga'), photo());
  await within(kk).findByAltText('Halaman 1 dari 1, Kartu keluarga');
  await type.click(within(kk).getByRole('button', { name: 'Kirim 1 halaman' }));
}

test('when a document is sent, then the page says so and shows it waiting, and a newer version can be sent', async () => {
  const { api, type } = open([aDocument()]);
  await card('Kartu keluarga');
  api.answer(LIST, { body: [aDocument({ status: 'uploaded', versions: [aVersion()] })] });
  await sendKk({ type });
  expect(await screen.findByText('Kartu keluarga terkirim')).toBeTruthy();
  expect(await screen.findByText('Semua dokumen sudah dikirim. Sekolah sedang memeriksanya.')).toBeTruthy();
  expect(api.bodies(SEND)).toEqual([{ files: ['file-1'] }]);
  const kk = await card('Kartu keluarga');
  await waitFor(() => expect(document.activeElement).toBe(kk));
  await type.click(within(kk).getByRole('button', { name: 'Kirim versi baru: Kartu keluarga' }));
  expect(await within(kk).findByLabelText('Pilih berkas: Kartu keluarga')).toBeTruthy();
});

test('when the server found a page hard to read, then the page says so after the sending', async () => {
  const { type } = open([aDocument()]);
  sendFile.mockResolvedValueOnce({ file_id: 'file-1', warnings: ['dark'] });
  await sendKk({ type });
  expect(
    await screen.findByText('Halaman 1 terlihat gelap. Bila tulisannya tidak terbaca, kirim versi baru.'),
  ).toBeTruthy();
  expect(screen.getByText('Kartu keluarga terkirim')).toBeTruthy();
});

test.each([
  ['locked', 'Dokumen ini sudah diterima dan tidak dapat diubah lagi karena daftar ulang sudah diproses.'],
  ['type_closed', 'Dokumen ini tidak diminta untuk anak ini.'],
])(
  'when another tab or the school was faster (%s), then the page says why and reads the list again',
  async (code, text) => {
    const { api, type } = open([aDocument()], { [SEND]: refused(409, text, { code }) });
    await card('Kartu keluarga');
    api.answer(LIST, {
      body: code === 'locked' ? [aDocument({ status: 'approved', complete: true, can_upload: false })] : [],
    });
    await sendKk({ type });
    expect(await screen.findByText('Kartu keluarga tidak dapat dikirim')).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    expect(
      await screen.findByText(
        code === 'locked'
          ? 'Dokumen ini sudah diterima dan tidak dapat diubah lagi.'
          : 'Tidak ada dokumen yang diminta',
      ),
    ).toBeTruthy();
    expect(screen.queryByLabelText(/^Pilih berkas/u)).toBeNull();
  },
);

test('when a page waits to be sent and the list is read again, then it stays, and leaving is asked about', async () => {
  const { api, client, type } = open([aDocument()]);
  const kk = await card('Kartu keluarga');
  await type.upload(within(kk).getByLabelText('Pilih berkas: Kartu keluarga'), photo());
  await within(kk).findByAltText('Halaman 1 dari 1, Kartu keluarga');
  const close = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(close);
  expect(close.defaultPrevented).toBe(true);
  api.answer(LIST, { body: [aDocument({ status: 'approved', complete: true, can_upload: false })] });
  await client.invalidateQueries();
  expect(await within(kk).findByText('Diterima')).toBeTruthy();
  expect(within(kk).getByAltText('Halaman 1 dari 1, Kartu keluarga')).toBeTruthy();
  await type.click(within(kk).getByRole('button', { name: 'Batal' }));
  const free = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(free);
  expect(free.defaultPrevented).toBe(false);
});

test('when nothing is asked, then the page says so and counts nothing', async () => {
  open([]);
  expect(await screen.findByText('Tidak ada dokumen yang diminta')).toBeTruthy();
  expect(screen.queryByText(/lengkap/u)).toBeNull();
});

test.each([
  ['the child is not of the family', refused(404, 'Anak tidak ditemukan'), 'Anak Tidak Ditemukan'],
  [
    'the line is lost',
    { offline: true },
    'Dokumen anak tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  ],
])('when %s, then the page says so', async (_what, answer, text) => {
  open([], { [LIST]: answer });
  await waitFor(() => expect(screen.getByText(text)).toBeTruthy());
});
