import '@gerbang/web-kit/testing/dom-globals';
import { paperCode } from '@gerbang/domain/papers';
import { createQueryClient, QueryClientProvider } from '@gerbang/web-kit/api/query-client';
import { MemoryRouter, Route, Routes } from '@gerbang/web-kit/page/router';
import { fakeApi, refused } from '@gerbang/web-kit/testing/fake-api';
import { render, screen, waitFor } from '@testing-library/react';
import { visitor } from '@gerbang/ui/testing/visitor';
import { CheckPaperPage } from '../src/papers/check-paper-page.tsx';

const CODE = paperCode(new Uint8Array(16).fill(7));
const CALL = `GET /api/papers/${CODE}`;
const LETTER = {
  valid: true,
  kind: 'acceptance_letter',
  number: 'SK-2026-000012',
  issued_on: '2026-11-20',
  initials: 'A••••• P••••',
  level: 'SD kelas 1',
  year: '2027/2028',
  school: 'Yayasan Contoh',
  host: 'daftar.contoh.sch.id',
};

function open(path: string, answers: Parameters<typeof fakeApi>[0]) {
  const api = fakeApi(answers);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route path="/cek" element={<CheckPaperPage />} />
          <Route path="/cek/:code" element={<CheckPaperPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { api, type: visitor() };
}

test('when a letter counts, then the page says so with the figures to compare and its own address', async () => {
  open(`/cek/${CODE}`, { [CALL]: { body: LETTER } });
  await screen.findByText('Dokumen ini asli dan diterbitkan Yayasan Contoh');
  expect(screen.getByText('Pastikan alamat halaman ini daftar.contoh.sch.id')).toBeTruthy();
  const facts = screen.getAllByRole('definition').map((fact) => fact.textContent);
  expect(facts).toEqual([
    'Surat Keterangan Diterima',
    'SK-2026-000012',
    '20 November 2026',
    'A••••• P••••',
    'SD kelas 1',
    '2027/2028',
  ]);
});

test('when a receipt counts, then its amount stands in rupiah, and a child whose data were erased has no initials', async () => {
  const { year: _year, ...receipt } = LETTER;
  open(`/cek/${CODE}`, {
    [CALL]: { body: { ...receipt, kind: 'fee_receipt', amount: 350_000, initials: null } },
  });
  expect(await screen.findByText(/^Rp\s350\.000$/u)).toBeTruthy();
  expect(screen.queryByText('Inisial nama anak')).toBeNull();
});

test('when a paper was revoked, then the day stands there, and nothing to compare but its number', async () => {
  const { initials: _initials, level: _level, year: _year, ...rest } = LETTER;
  open(`/cek/${CODE}`, { [CALL]: { body: { ...rest, valid: false, revoked_on: '2026-11-21' } } });
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Dokumen ini sudah tidak berlaku sejak 21 November 2026',
  );
  expect(screen.queryByText('Jenjang')).toBeNull();
});

test.each([
  ['of no paper', CODE, { [CALL]: refused(404, 'Kode tidak dikenal') }],
  ['that can be none', 'bukan-kode', {}],
])(
  'when the code is one %s, then the page cannot be sure and says whom to ask',
  async (_which, code, answers) => {
    open(`/cek/${code}`, answers);
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Kode tidak dikenal. Dokumen ini tidak dapat kami pastikan.',
    );
    expect(screen.getByText(/Dokumen lama belum memuat kode/u)).toBeTruthy();
  },
);

test('when the connection is gone, then the check can be tried again', async () => {
  const { api, type } = open(`/cek/${CODE}`, { [CALL]: { offline: true } });
  const again = await screen.findByRole('button', { name: 'Coba lagi' });
  api.answer(CALL, { body: LETTER });
  await type.click(again);
  expect(await screen.findByText('Dokumen ini asli dan diterbitkan Yayasan Contoh')).toBeTruthy();
});

test('when a code is typed in small letters with blanks, then it is looked up; a wrong one is refused beside the field', async () => {
  const { type } = open('/cek', { [CALL]: { body: LETTER } });
  const field = screen.getByRole('textbox', { name: 'Kode dokumen' });
  await type.type(field, 'terlalu pendek{Enter}');
  expect(await screen.findByText('Kode terdiri dari 26 huruf dan angka. Periksa kembali.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field));
  await type.clear(field);
  await type.type(field, `${CODE.toLowerCase().replaceAll(/.{4}/gu, '$& ')}{Enter}`);
  expect(await screen.findByText('Dokumen ini asli dan diterbitkan Yayasan Contoh')).toBeTruthy();
});

test('when the holder of an old paper has no code, then the page says how to ask the school', async () => {
  open('/cek', {});
  expect(
    screen.getByText(
      'Dokumen lama belum memuat kode. Tanyakan keasliannya kepada sekolah dengan menyebut nomor dokumen.',
    ),
  ).toBeTruthy();
});
