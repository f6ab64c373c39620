import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { act, screen, waitFor, within } from '@testing-library/react';
import { aDocumentRow, documentId, someStaffDocuments } from '../../test/document-samples.ts';
import { StaffDocuments } from './staff-documents.tsx';

const AKTA = aDocumentRow();
const KK = aDocumentRow({
  id: documentId(11),
  type: { ...AKTA.type, key: 'kk', label: 'Kartu keluarga', facts: ['nik'] },
});
const READ = `GET /api/admin/registrations/${AKTA.registration_id}/documents`;
const SETTLE = `PUT /api/admin/children/${AKTA.child_id}/documents/akta`;
const REMIND = 'POST /api/admin/documents/remind';
const REVIEW = `PUT /api/admin/documents/${AKTA.id}/review`;

function show(
  changes: Parameters<typeof someStaffDocuments>[1] = {},
  answers: Parameters<typeof fakeApi>[0] = {},
) {
  const busy: boolean[] = [];
  const api = fakeApi({
    [READ]: { body: someStaffDocuments([AKTA, KK], changes) },
    [SETTLE]: { body: { status: 'seen', version: 3 } },
    [REVIEW]: { body: { status: 'approved', version: 3 } },
    [REMIND]: { status: 202, body: { sent: 1, skipped: 0 } },
    ...answers,
  });
  const page = <StaffDocuments registrationId={AKTA.registration_id} onBusy={(one) => busy.push(one)} />;
  return { api, busy, ...renderPage(page, { user: aUser({ role: 'cs' }) }) };
}

test('when staff open a registration’s documents, then each says its state, and how far they are together', async () => {
  const [akta, kk] = someStaffDocuments([AKTA, KK]).documents;
  if (!akta || !kk) throw new Error('no samples');
  const reason = 'Ada bagian yang terpotong. Foto seluruh halaman.';
  const returned = {
    ...kk,
    status: 'returned' as const,
    versions: kk.versions.map((one) => ({ ...one, reason })),
  };
  const missing = { ...akta, id: null, version: 0, status: 'missing' as const, versions: [] };
  show({ documents: [missing, returned], done: 0, of: 2 });
  const list = await screen.findByRole('list', { name: 'Dokumen anak ini' });
  expect(screen.getByRole('progressbar', { name: '0 dari 2 lengkap' })).toBeTruthy();
  expect(within(list).getByText('Belum ada')).toBeTruthy();
  expect(within(list).getByText('Perlu diulang')).toBeTruthy();
  expect(within(list).getByText(`Alasan: ${reason}`)).toBeTruthy();
  expect(within(list).queryByRole('button', { name: 'Lihat Akta kelahiran' })).toBeNull();
});

test('when the original was shown on site, then it is noted with a reason, and what was typed stays when refused', async () => {
  const { api, busy, type } = show({}, { [SETTLE]: refused(400, 'Alasan paling sedikit 5 karakter') });
  await type.click(await screen.findByRole('button', { name: 'Akta kelahiran sudah ditunjukkan' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Akta kelahiran sudah ditunjukkan?' }));
  await type.type(dialog.getByLabelText('Alasan'), 'asli');
  await type.click(dialog.getByRole('button', { name: 'Sudah ditunjukkan' }));
  await findToast('Gagal disimpan', 'Alasan paling sedikit 5 karakter');
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Alasan').value).toBe('asli');
  api.answer(SETTLE, { body: { status: 'seen', version: 3 } });
  await type.type(dialog.getByLabelText('Alasan'), ' dibawa ibunya');
  await type.click(dialog.getByRole('button', { name: 'Sudah ditunjukkan' }));
  await findToast('Berhasil', 'Akta kelahiran sudah ditunjukkan');
  expect(api.bodies(SETTLE).at(-1)).toEqual({ status: 'seen', reason: 'asli dibawa ibunya' });
  expect(api.asked.find(({ method }) => method === 'PUT')?.headers['if-match']).toBe('"2"');
  expect(busy).toEqual([true, false]);
});

test('when a document waits, then only what the rules allow is offered: no waiver', async () => {
  show();
  await screen.findByRole('button', { name: 'Periksa Akta kelahiran' });
  expect(screen.queryByRole('button', { name: 'Akta kelahiran tidak diperlukan' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Akta kelahiran sudah ditunjukkan' })).toBeTruthy();
});

test('when a child is reviewed here, then one of its documents follows the other', async () => {
  const { api, type } = show();
  await type.click(await screen.findByRole('button', { name: 'Periksa Akta kelahiran' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Akta kelahiran: Aisyah Putri' }));
  await type.click(await dialog.findByRole('button', { name: /^Terima/u }));
  await screen.findByRole('dialog', { name: 'Kartu keluarga: Aisyah Putri' });
  act(() => void window.dispatchEvent(new Event('pagehide')));
  await waitFor(() => expect(api.bodies(REVIEW)).toEqual([{ number: 1, decision: 'approved' }]));
});

test('when typed data of an accepted document was changed, then it is to be checked again', async () => {
  const [akta] = someStaffDocuments([AKTA]).documents;
  if (!akta) throw new Error('no sample');
  const documents = [{ ...akta, status: 'approved' as const }];
  const checked = { by: { name: 'Siti', role: 'cs' as const }, at: '2026-11-20T03:00:00.000Z' };
  const facts = someStaffDocuments([AKTA]).facts.map((one) =>
    one.fact === 'birth_date' ? one : { ...one, checked },
  );
  show({ documents, facts });
  expect(await screen.findByText('Perlu diperiksa lagi: Tanggal lahir')).toBeTruthy();
});

test('when it is the viewer’s own family, then nothing can be decided', async () => {
  show({ own_family: true });
  await screen.findByText('Ini keluarga Anda sendiri. Rekan lain yang memutuskan.');
  expect(screen.queryAllByRole('button').map((one) => one.getAttribute('aria-label'))).toEqual([
    'Lihat Akta kelahiran',
    'Lihat Kartu keluarga',
  ]);
});

test('when something required is missing, then the family is reminded, and a second time says why not', async () => {
  const [akta] = someStaffDocuments([AKTA]).documents;
  if (!akta) throw new Error('no sample');
  const documents = [{ ...akta, id: null, version: 0, status: 'missing' as const, versions: [] }];
  const { api, type } = show({ documents });
  const remind = await screen.findByRole('button', { name: 'Ingatkan keluarga' });
  await type.click(remind);
  await findToast('Berhasil', 'Pengingat dikirim ke keluarga');
  expect(api.bodies(REMIND)).toEqual([{ registration_ids: [AKTA.registration_id] }]);
  api.answer(REMIND, { status: 202, body: { sent: 0, skipped: 1 } });
  await type.click(remind);
  await findToast(
    'Berhasil',
    'Tidak dikirim: keluarga sudah diingatkan dalam tiga hari ini, atau tidak ada yang kurang.',
  );
});

test('when all that waits was sent, then no family is reminded; what the family does besides is listed', async () => {
  show();
  const list = await screen.findByRole('region', { name: 'Yang masih harus dilakukan keluarga' });
  expect(within(list).getByText('Bukti sedang diperiksa')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Ingatkan keluarga' })).toBeNull();
});
