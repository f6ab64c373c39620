import type { PaymentExpectation } from '@gerbang/contracts/payment-expectations';
import { aUser, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { type FakeAnswer, fakeApi, later, refused } from '@gerbang/web-kit/testing/fake-api';
import { keepDrafts } from '@gerbang/web-kit/testing/kept-drafts';
import { act, screen, waitFor } from '@testing-library/react';
import { aRegistration, aRow, aSchool } from '../../test/samples.ts';
import { FeePaymentPage } from './fee-payment-page.tsx';

keepDrafts();

const ASK = 'POST /api/payment-expectations';
const ON = { unique_code: { on: true, max: 999 } } as const;
const PLAIN = 'Sudah transfer, unggah bukti';
const OPTIONAL = 'Sudah transfer? Kirim bukti (boleh, tidak wajib)';

const asked = (change: Partial<PaymentExpectation> = {}): PaymentExpectation => ({
  base: 350_000,
  unique_add: 137,
  transfer_amount: 350_137,
  reference: 'GB-7K2M9Q',
  account: { ...aSchool().account, key: aSchool().accounts[0]?.key ?? '' },
  expires_at: '2027-03-14T03:12:00.000Z',
  ...change,
});

function open(school: Parameters<typeof aSchool>[0], answer?: FakeAnswer | (() => Promise<FakeAnswer>)) {
  const api = fakeApi({
    'GET /api/parent/last-payer': {
      body: { bank_name: null, bank_account_number: null, bank_account_owner: null },
    },
    'GET /api/config': { body: aSchool(school) },
    [`GET /api/registrations/${aRow().id}`]: { body: aRegistration() },
    ...(answer && { [ASK]: answer }),
  });
  const page = renderPage(<FeePaymentPage />, {
    path: `/registrations/${aRow().id}/bayar`,
    route: '/registrations/:registrationId/bayar',
    user: aUser({ role: 'wali_murid' }),
  });
  return { api, ...page };
}

test('when the school asks for exact amounts, then the amount, its reason, its term and the code can be read and copied', async () => {
  const { api, type } = open(ON, { status: 201, body: asked() });
  expect(await screen.findByText('Rp 350.137')).toBeTruthy();
  for (const words of [
    'Transfer tepat',
    'Tiga ratus lima puluh ribu seratus tiga puluh tujuh rupiah',
    'Tiga angka terakhir (137) membuat pembayaran Anda dikenali otomatis. Kelebihan Rp 137 dicatat sebagai pembulatan.',
    'Tulis juga GB-7K2M9Q di berita transfer, bila ada.',
    'Biaya transfer bank jangan ditambahkan.',
    'Berlaku sampai 14 Maret 2027 10.12',
  ]) {
    expect(screen.getByText(words)).toBeTruthy();
  }
  for (const [label, copied] of [
    ['Salin jumlah transfer', '350137'],
    ['Salin nomor rekening', '7009322722'],
    ['Salin berita transfer', 'GB-7K2M9Q'],
  ] as const) {
    await type.click(screen.getByRole('button', { name: label }));
    expect(await navigator.clipboard.readText()).toBe(copied);
  }
  expect(screen.getByRole('button', { name: OPTIONAL })).toBeTruthy();
  expect(api.bodies(ASK)).toEqual([{ kind: 'registration_fee', id: aRow().id, amount: 350_000 }]);
});

test('when the amount is still asked for, then none is shown that could be copied, and the proof can be sent', async () => {
  const { answer, release } = later();
  open(ON, answer);
  expect(await screen.findByText('Menyiapkan jumlah transfer...')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Salin jumlah transfer' })).toBeNull();
  expect(screen.queryByText('Rp 350.000')).toBeNull();
  expect(screen.getByRole('button', { name: PLAIN })).toBeTruthy();
  release({ body: asked() });
  expect(await screen.findByText('Rp 350.137')).toBeTruthy();
});

test('when billing has not heard of the registration yet, then it is asked again', async () => {
  const { api } = open(ON, refused(404, 'Pendaftaran tidak ditemukan'));
  expect(await screen.findByText('Menyiapkan jumlah transfer...')).toBeTruthy();
  await waitFor(() => expect(api.bodies(ASK)).toHaveLength(1));
  api.answer(ASK, { status: 201, body: asked() });
  expect(await screen.findByText('Rp 350.137')).toBeTruthy();
});

test.each<[string, FakeAnswer]>([
  ['is refused', refused(409, 'Tidak ada yang harus dibayar saat ini.')],
  ['fails', refused(503, 'Layanan sedang sibuk.')],
  ['finds no connection', { offline: true }],
])('when the asking %s, then the fee itself is shown, and it can be paid as ever', async (_what, failure) => {
  open(ON, failure);
  expect(await screen.findByText('Rp 350.000')).toBeTruthy();
  expect(screen.getByText('Jumlah transfer')).toBeTruthy();
  expect(screen.getByText(aRow().registration_number)).toBeTruthy();
  expect(screen.getByRole('button', { name: PLAIN })).toBeTruthy();
  expect(screen.queryByText(/dikenali otomatis|Berlaku sampai/u)).toBeNull();
});

test('when nothing is added, then no digits are spoken of, and the proof is asked for as ever', async () => {
  open(ON, { body: asked({ unique_add: 0, transfer_amount: 350_000 }) });
  expect(await screen.findByText('Rp 350.000')).toBeTruthy();
  expect(screen.getByText('Tulis juga GB-7K2M9Q di berita transfer, bila ada.')).toBeTruthy();
  expect(screen.queryByText(/dikenali otomatis/u)).toBeNull();
  expect(screen.getByRole('button', { name: PLAIN })).toBeTruthy();
});

test('when the account is newer than this page’s settings, then the answered one is shown, without a branch of another', async () => {
  const account = {
    key: 'baru',
    bank_name: 'Bank Mandiri',
    account_number: '777 8888',
    owner: 'Yayasan Baru',
  };
  open(ON, { body: asked({ account }) });
  expect(await screen.findByText('777 8888')).toBeTruthy();
  expect(screen.getByText('Bank Mandiri')).toBeTruthy();
  expect(screen.getByText('Yayasan Baru')).toBeTruthy();
  expect(screen.queryByText(/kode 451|Cabang/u)).toBeNull();
});

test('when the page is opened again, then the amount is asked for again, and is the same', async () => {
  const { api, type } = open(ON, { body: asked() });
  await type.click(await screen.findByRole('button', { name: OPTIONAL }));
  await type.click(await screen.findByRole('button', { name: 'Kembali' }));
  expect(await screen.findByText('Rp 350.137')).toBeTruthy();
  expect(api.bodies(ASK)).toHaveLength(2);
});

test('when the page slept beyond the amount’s time, then it asks again as soon as it is seen', async () => {
  const { api } = open(ON, { body: asked({ expires_at: new Date(Date.now() - 1000).toISOString() }) });
  expect(await screen.findByText('Rp 350.137')).toBeTruthy();
  expect(api.bodies(ASK)).toHaveLength(1);
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  api.answer(ASK, { status: 201, body: asked({ unique_add: 208, transfer_amount: 350_208, expires_at }) });
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(await screen.findByText('Rp 350.208')).toBeTruthy();
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await act(() => Promise.resolve());
  expect(api.bodies(ASK)).toHaveLength(2);
});

test.each([
  ['not used', { unique_code: { on: false, max: 999 } }],
  ['used without any add', { unique_code: { on: true, max: 0 } }],
] as const)(
  'when exact amounts are %s, then the page is as it was and nothing is asked for',
  async (_what, school) => {
    const { api } = open(school);
    const words = await screen.findByText('Tiga ratus lima puluh ribu rupiah');
    await waitFor(() => expect(screen.getByRole('button', { name: PLAIN })).toBeTruthy());
    const list = words.closest('div')?.parentElement?.parentElement;
    const html = (list?.outerHTML ?? '').replaceAll(/ class="[^"]*"| id="[^"]*"|<svg.*?<\/svg>/gu, '');
    const line = (text: string, label: string) =>
      `<div><div>${text}</div><button aria-label="${label}" type="button">Salin</button><span role="status"></span></div>`;
    expect(html.replaceAll('&nbsp;', ' ')).toBe(
      `<div>${line(
        '<p>Jumlah transfer</p><p>Rp 350.000</p><p>Tiga ratus lima puluh ribu rupiah</p>',
        'Salin jumlah transfer',
      )}${line(
        '<p>Bank Syariah Indonesia (BSI) · kode 451</p><p>700 9322 722</p><p>a.n. <b>Yayasan Contoh</b> · <span>Cabang Kebon Jeruk</span></p>',
        'Salin nomor rekening',
      )}${line(`<p>Berita transfer</p><p>${aRow().registration_number}</p>`, 'Salin berita transfer')}</div>`,
    );
    expect(api.asked.filter(({ method }) => method !== 'GET')).toEqual([]);
  },
);
