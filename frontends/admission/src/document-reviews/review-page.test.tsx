import { aUser, findToast, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { fakeApi, refused, someYears } from '@gerbang/web-kit/testing/fake-api';
import { act, screen, waitFor, within } from '@testing-library/react';
import { aDocumentRow, aDocumentType, documentId, someStaffDocuments } from '../../test/document-samples.ts';
import { ReviewDocumentsPage } from './review-page.tsx';

const AKTA = aDocumentRow();
const KK = aDocumentRow({
  id: documentId(11),
  child_name: 'Umar Faruq',
  registration_id: documentId(41),
  type: { ...AKTA.type, key: 'kk', label: 'Kartu keluarga', facts: ['nik', 'parent_names'] },
  pages: [
    { url: `/api/files/${documentId(51)}`, media_type: 'image/jpeg' },
    { url: `/api/files/${documentId(52)}`, media_type: 'application/pdf' },
  ],
});
const REVIEW = `PUT /api/admin/documents/${AKTA.id}/review`;
const REVIEW_KK = `PUT /api/admin/documents/${KK.id}/review`;
const READ = `GET /api/admin/registrations/${AKTA.registration_id}/documents`;
const COUNTS = {
  waiting: 2,
  returned: 3,
  approved: 12,
  changed: 0,
  by_type: [{ key: 'kk', label: 'Kartu keluarga', count: 1 }],
  by_jenjang: [{ jenjang: 'SD', count: 2 }],
};

const QUEUE = 'GET /api/admin/documents';

function show(
  answers: Parameters<typeof fakeApi>[0] = {},
  role: 'cs' | 'manager_pendidikan' = 'cs',
  path = '/admin/documents',
) {
  const api = fakeApi({
    'GET /api/admin/documents': { body: [AKTA, KK], headers: { 'x-total-count': '2' } },
    'GET /api/admin/documents/summary': { body: COUNTS },
    'GET /api/admin/document-types': {
      body: [aDocumentType(), aDocumentType({ id: documentId(2), key: 'kk', label: 'Kartu keluarga' })],
    },
    [READ]: { body: someStaffDocuments([AKTA]) },
    [`GET /api/admin/registrations/${KK.registration_id}/documents`]: { body: someStaffDocuments([KK]) },
    [REVIEW]: { body: { status: 'approved', version: 3 } },
    [REVIEW_KK]: { body: { status: 'returned', version: 3 } },
    ...answers,
  });
  const user = aUser({ role });
  return { api, ...renderPage(<ReviewDocumentsPage />, { path, user }) };
}

const panel = async (title: string) => {
  await screen.findByRole('heading', { name: title });
  return within(screen.getByRole('region', { name: 'Periksa dokumen' }));
};
const AT_AKTA = 'Akta kelahiran: Aisyah Putri';
const AT_KK = 'Kartu keluarga: Umar Faruq';
const leave = () => act(() => void window.dispatchEvent(new Event('pagehide')));

/** Opens the first document by its key, and waits for what was typed. */
async function begin(type: ReturnType<typeof show>['type']) {
  await screen.findByText('Umar Faruq');
  await type.keyboard('{ArrowRight}');
  const desk = await panel(AT_AKTA);
  await desk.findByRole('button', { name: /^Terima/u });
  return desk;
}

test('when a clerk works by keys, then ticks leave with the acceptance and the next child opens by itself', async () => {
  const { api, type } = show();
  const desk = await begin(type);
  expect(desk.getByText('1 / 2')).toBeTruthy();
  await type.keyboard('s2');
  const boxes = desk.getAllByRole<HTMLInputElement>('checkbox');
  expect(boxes.map(({ checked }) => checked)).toEqual([true, false, true]);
  expect(desk.getByLabelText(/Nama anak.*Aisyah Putri.*sama/u)).toBeTruthy();
  await type.keyboard('a');
  const next = await panel(AT_KK);
  expect(screen.getByTitle('Akta kelahiran Aisyah Putri diterima')).toBeTruthy();
  expect(api.bodies(REVIEW)).toEqual([]);
  leave();
  await waitFor(() =>
    expect(api.bodies(REVIEW)).toEqual([
      {
        number: 1,
        decision: 'approved',
        facts: ['child_name', 'parent_names'],
        facts_print: 'as-typed',
      },
    ]),
  );
  expect(api.asked.find(({ path }) => path.endsWith('/review'))?.headers['if-match']).toBe('"2"');
  await findToast('Berhasil', 'Akta kelahiran Aisyah Putri diterima');
  expect(next.getByRole('group', { name: 'Kartu keluarga, halaman 1 dari 2' })).toBeTruthy();
});

test('when a child is looked at, then the first page of the next one is loaded, but not what its family typed', async () => {
  const { api, type } = show();
  const desk = await begin(type);
  const sources = desk.getAllByRole('img', { hidden: true }).map((picture) => picture.getAttribute('src'));
  expect(sources).toEqual([AKTA.pages[0]?.url, KK.pages[0]?.url]);
  expect(api.asked.filter(({ path }) => path.includes(KK.registration_id))).toEqual([]);
});

test('when a document is returned by a key, then the family’s words are seen first and its code leaves', async () => {
  const { api, type } = show();
  const desk = await begin(type);
  await type.keyboard('1r');
  const reasons = within(await desk.findByRole('group', { name: 'Kembalikan karena' }));
  expect(reasons.getByText('Ini bukan Akta kelahiran.')).toBeTruthy();
  expect(
    reasons.getByText(
      'Tanggal lahir, Nama orang tua pada dokumen berbeda dengan isian. Perbaiki salah satunya.',
    ),
  ).toBeTruthy();
  await type.keyboard('2');
  await panel(AT_KK);
  leave();
  await waitFor(() => expect(api.bodies(REVIEW)).toHaveLength(1));
  expect(api.bodies(REVIEW)).toEqual([
    {
      number: 1,
      decision: 'returned',
      reason_code: 'terpotong',
      reason_text: null,
      facts: ['child_name'],
      facts_print: 'as-typed',
    },
  ]);
});

test('when a reason is written, then it must not be empty, and it survives another document and a refusal', async () => {
  const { api, type } = show({
    [REVIEW]: refused(409, 'Keluarga baru mengirim versi lain.', { code: 'newer_version' }),
  });
  const desk = await begin(type);
  await type.keyboard('r7');
  const field = await desk.findByLabelText('Alasan untuk keluarga');
  await waitFor(() => expect(document.activeElement).toBe(field));
  await type.click(
    within(desk.getByRole('group', { name: 'Kembalikan karena' })).getByRole('button', {
      name: 'Kembalikan',
    }),
  );
  expect(desk.getByText('Tulis alasannya')).toBeTruthy();
  await type.type(field, 'Stempel tidak terlihat{Control>}{Enter}{/Control}');
  await panel(AT_KK);
  leave();
  await findToast('Belum tersimpan: Akta kelahiran Aisyah Putri', 'Keluarga baru mengirim versi lain.');
  expect(api.bodies(REVIEW)).toMatchObject([{ reason_code: 'lain', reason_text: 'Stempel tidak terlihat' }]);
  await type.keyboard('k');
  const again = await panel(AT_AKTA);
  await again.findByRole('button', { name: /^Terima/u });
  await type.keyboard('r');
  expect((await again.findByLabelText<HTMLTextAreaElement>('Alasan untuk keluarga')).value).toBe(
    'Stempel tidak terlihat',
  );
});

test('when a decision is taken back in time, then nothing is sent, and its document is open again with its ticks', async () => {
  const { api, type } = show();
  await begin(type);
  await type.keyboard('1a');
  await panel(AT_KK);
  await type.keyboard('z');
  const desk = await panel(AT_AKTA);
  await desk.findByRole('button', { name: /^Terima/u });
  expect(desk.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([
    true,
    false,
    false,
  ]);
  leave();
  expect(api.bodies(REVIEW)).toEqual([]);
});

test('when the last one is decided, then the page says that none waits', async () => {
  const { type } = show();
  await begin(type);
  await type.keyboard('a');
  const desk = await panel(AT_KK);
  await desk.findByRole('button', { name: /^Terima/u });
  await type.keyboard('a');
  leave();
  expect(await screen.findByText('Selesai. 0 menunggu.')).toBeTruthy();
});

test('when a document has a PDF page, then it is opened in a tab, and N turns the pages', async () => {
  const { type } = show();
  await begin(type);
  await type.keyboard('{ArrowRight}');
  const desk = await panel(AT_KK);
  expect(desk.getByRole('img', { name: 'Kartu keluarga, halaman 1 dari 2' })).toBeTruthy();
  await type.keyboard('n');
  expect(await desk.findByText(/berkas PDF/u)).toBeTruthy();
  expect(desk.getByRole('link', { name: 'Buka halaman di tab baru' }).getAttribute('href')).toBe(
    KK.pages[1]?.url,
  );
});

test('when the family sends a newer one meanwhile, then that one is shown and decided', async () => {
  const newer = aDocumentRow({
    version: 3,
    number: 2,
    pages: [{ url: `/api/files/${documentId(60)}`, media_type: 'image/jpeg' }],
  });
  const { api, type } = show({ [READ]: { body: someStaffDocuments([newer]) } });
  const desk = await begin(type);
  expect(desk.getByText('Keluarga baru mengirim versi lain. Ini yang terbaru.')).toBeTruthy();
  expect(desk.getByRole('img').getAttribute('src')).toBe(newer.pages[0]?.url);
  await type.keyboard('a');
  leave();
  await waitFor(() => expect(api.bodies(REVIEW)).toEqual([{ number: 2, decision: 'approved' }]));
});

test('when it is the clerk’s own family, or the role only reads, then nothing can be decided', async () => {
  const { api, type } = show({ [READ]: { body: someStaffDocuments([AKTA], { own_family: true }) } });
  await screen.findByText('Umar Faruq');
  await type.keyboard('{ArrowRight}');
  const desk = await panel(AT_AKTA);
  await desk.findByText('Ini dokumen keluarga Anda sendiri. Rekan lain yang memeriksanya.');
  expect(desk.queryByRole('button', { name: /^Terima|^Kembalikan/u })).toBeNull();
  await type.keyboard('a');
  leave();
  expect(api.bodies(REVIEW)).toEqual([]);
});

test('when a manager opens a document, then it is read and not decided', async () => {
  const { type } = show({}, 'manager_pendidikan');
  await type.click(await screen.findByRole('button', { name: 'Periksa Akta kelahiran: Aisyah Putri' }));
  const desk = await panel(AT_AKTA);
  await desk.findByText('14 Maret 2021');
  expect(desk.queryByRole('button', { name: /^Terima|^Kembalikan/u })).toBeNull();
  expect(desk.queryByRole('checkbox')).toBeNull();
});

test('when the queue is opened, then it has every year, as its number in the menu; what is decided keeps the chosen one', async () => {
  const { api, type } = show(someYears());
  await screen.findByText('Umar Faruq');
  const last = (path: string) => {
    const query = api.asked.filter((one) => one.path === path).at(-1)?.query;
    return ['status', 'academic_year', 'parts_year'].map((name) => query?.get(name));
  };
  expect(last('/api/admin/documents')).toEqual([null, null, null]);
  expect(last('/api/admin/documents/summary')).toEqual([null, null, '2026/2027']);
  await type.click(await screen.findByRole('button', { name: 'Perlu diulang 3' }));
  await waitFor(() => expect(last('/api/admin/documents')).toEqual(['returned', '2026/2027', null]));
  await type.click(screen.getByRole('button', { name: 'Menunggu 2' }));
  const year = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Tahun ajaran' }).value;
  await waitFor(() => expect(year()).toBe('semua'));
});

test('when the queue is filtered, then its counts stand in the filters and the call carries the choice', async () => {
  const { api, type } = show();
  await screen.findByText('Umar Faruq');
  expect(await screen.findByRole('button', { name: 'Menunggu 2', pressed: true })).toBeTruthy();
  await type.selectOptions(screen.getByLabelText('Jenis'), 'Kartu keluarga (1)');
  await type.click(screen.getByRole('button', { name: 'Perlu diulang 3' }));
  await waitFor(() =>
    expect(
      api.asked.some(
        ({ path, query }) => path === '/api/admin/documents' && query.get('status') === 'returned',
      ),
    ).toBe(true),
  );
  expect(api.asked.some(({ query }) => query.get('type') === 'kk')).toBe(true);
});

test('when data of an accepted document changed, then it waits in a part of its own, and only the new tick leaves', async () => {
  const row = aDocumentRow({ status: 'approved', version: 3, changed: ['birth_date'] });
  const facts = someStaffDocuments([row]).facts.map((one) =>
    one.fact === 'birth_date'
      ? one
      : { ...one, checked: { by: { name: 'Citra', role: 'cs' as const }, at: '2026-11-12T03:00:00.000Z' } },
  );
  const { api, type } = show({
    [QUEUE]: { body: [row], headers: { 'x-total-count': '1' } },
    'GET /api/admin/documents/summary': { body: { ...COUNTS, changed: 1 } },
    [READ]: { body: someStaffDocuments([row], { facts }) },
  });
  await type.click(await screen.findByRole('button', { name: 'Perlu diperiksa lagi 1' }));
  await waitFor(() => expect(api.asked.some(({ query }) => query.get('status') === 'changed')).toBe(true));
  await type.click(await screen.findByRole('button', { name: `Periksa ${AT_AKTA}` }));
  const desk = await panel(AT_AKTA);
  const save = await desk.findByRole('button', { name: /^Simpan tanda/u });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  expect(desk.getAllByText('Perlu diperiksa lagi')).toHaveLength(1);
  await type.keyboard('a2');
  expect(save.getAttribute('aria-disabled')).toBe('false');
  // What was compared before stays so.
  await type.keyboard('1a');
  expect(
    await screen.findByTitle('Akta kelahiran Aisyah Putri dicocokkan lagi. Selesai. 0 menunggu.'),
  ).toBeTruthy();
  leave();
  await waitFor(() =>
    expect(api.bodies(REVIEW)).toEqual([
      { number: 1, decision: 'approved', facts: ['birth_date'], facts_print: 'as-typed' },
    ]),
  );
});

test('when an address names a document that the page of the queue does not hold, then it is shown all the same', async () => {
  const named = aDocumentRow({ id: documentId(12), status: 'returned' });
  const answer = ({ query }: { query: URLSearchParams }) => ({
    body: query.get('id') === named.id ? [named] : [KK],
    headers: { 'x-total-count': '1' },
  });
  const staff = { [READ]: { body: someStaffDocuments([named]) } };
  show({ [QUEUE]: answer, ...staff }, 'cs', `/admin/documents?id=${named.id}`);
  const desk = await panel(AT_AKTA);
  expect(await desk.findByText('14 Maret 2021')).toBeTruthy();
  expect(desk.queryByRole('button', { name: /^Terima/u })).toBeNull();
});

test('when an address names a document that is asked no more, then the page says so', async () => {
  const answer = ({ query }: { query: URLSearchParams }) => ({
    body: query.get('id') ? [] : [KK],
    headers: { 'x-total-count': '1' },
  });
  const { type } = show({ [QUEUE]: answer }, 'cs', `/admin/documents?id=${documentId(12)}`);
  expect(await screen.findByText(/^Dokumen ini tidak ada di daftar/u)).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Kembali ke daftar' }));
  await waitFor(() => expect(screen.queryByText(/^Dokumen ini tidak ada di daftar/u)).toBeNull());
});
