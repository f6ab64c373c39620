import type { SchoolConfig } from '@gerbang/contracts/school';
import { aUser, renderPage } from '@gerbang/web-kit/testing/render-page.tsx';
import { type Asked, fakeApi } from '@gerbang/web-kit/testing/fake-api';
import { keepDrafts } from '@gerbang/web-kit/testing/kept-drafts';
import { screen, waitFor } from '@testing-library/react';
import { anInvoice, aSchool, id } from '../../test/samples.ts';
import { InvoicePaymentPage } from './invoice-payment-page.tsx';

keepDrafts();

const ASK = 'POST /api/payment-expectations';

function open(unique_code: SchoolConfig['unique_code'] = { on: true, max: 99 }) {
  const school = aSchool({ unique_code });
  const answer = ({ body }: Asked) => {
    const { amount: base } = body as { amount: number };
    return {
      status: 201,
      body: {
        base,
        unique_add: 58,
        transfer_amount: base + 58,
        reference: 'GB-7K2M9Q',
        account: { ...school.account, key: school.accounts[0]?.key },
        expires_at: '2027-03-14T03:12:00.000Z',
      },
    };
  };
  const api = fakeApi({
    'GET /api/parent/invoices': { body: [anInvoice()] },
    'GET /api/config': { body: school },
    'GET /api/parent/payment-defaults': { body: { bank_info: null, reminder_days: [] } },
    [`GET /api/enrollment-invoice-payments/invoice/${id(50)}`]: { body: [] },
    [ASK]: answer,
  });
  const page = renderPage(<InvoicePaymentPage />, {
    path: `/tagihan/${id(50)}/bayar`,
    route: '/tagihan/:invoiceId/bayar',
    user: aUser({ role: 'wali_murid' }),
  });
  return { api, ...page };
}

test('when an invoice is opened, then what is left of it is asked for with its add', async () => {
  const { api } = open();
  expect(await screen.findByText('Rp 8.000.058')).toBeTruthy();
  expect(screen.getByText(/^Dua angka terakhir \(58\) membuat/u)).toBeTruthy();
  expect(api.bodies(ASK)).toEqual([{ kind: 'invoice', id: id(50), amount: 8_000_000 }]);
});

test('when a part is typed, then no amount can be copied until the field is left, and then only that part is asked for', async () => {
  const { api, type } = open();
  await type.click(await screen.findByRole('radio', { name: /^Bayar sebagian/u }));
  await type.type(screen.getByLabelText('Jumlah pembayaran'), '3000000');
  expect(
    await screen.findByText('Jumlah transfer muncul setelah jumlah pembayaran selesai diisi.'),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Salin jumlah transfer' })).toBeNull();
  await type.tab();
  expect(await screen.findByText('Rp 3.000.058')).toBeTruthy();
  expect(api.bodies(ASK).map((body) => (body as { amount: number }).amount)).toEqual([8_000_000, 3_000_000]);
  await type.click(screen.getByRole('radio', { name: /^Bayar lunas/u }));
  expect(await screen.findByText('Rp 8.000.058')).toBeTruthy();
});

test('when the proof follows, then the payment is what is owed, and the add is said to be no part of it', async () => {
  const { type } = open();
  await screen.findByText('Rp 8.000.058');
  await type.click(screen.getByRole('button', { name: 'Sudah transfer? Kirim bukti (boleh, tidak wajib)' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Jumlah pembayaran')).value).toBe('Rp 8.000.000');
  expect(screen.getByText(/Isi tanpa angka tambahan di akhir jumlah transfer\.$/u)).toBeTruthy();
});

test('when the school uses no exact amounts, then nothing is asked for, and the hints are as they were', async () => {
  const { api, type } = open({ on: false, max: 99 });
  await type.click(await screen.findByRole('radio', { name: /^Bayar sebagian/u }));
  await type.type(screen.getByLabelText('Jumlah pembayaran'), '3000000');
  expect(await screen.findByText('Rp 3.000.000')).toBeTruthy();
  await type.click(screen.getByRole('button', { name: 'Sudah transfer, unggah bukti' }));
  expect(await screen.findByText('Sisa tagihan Rp 8.000.000. Boleh dibayar sebagian.')).toBeTruthy();
  expect(api.bodies(ASK)).toEqual([]);
});

/** What the page says, without what differs each day. */
const words = () =>
  (document.querySelector('body > div')?.textContent ?? '')
    .replaceAll('\u00A0', ' ')
    .replaceAll(/\d\d\/\d\d\/\d{4}/gu, 'HARI INI');
const line = (text: string, label: string) =>
  `<div><div>${text}</div><button aria-label="${label}" type="button">Salin</button><span role="status"></span></div>`;

test.each([
  ['not used', { on: false, max: 999 }],
  ['used without any add', { on: true, max: 0 }],
] as const)(
  'when exact amounts are %s, then both steps say what they said before, to the letter',
  async (_what, unique_code) => {
    const { api, type } = open(unique_code);
    const toProof = await screen.findByRole('button', { name: 'Sudah transfer, unggah bukti' });
    await waitFor(() => expect(screen.queryByText(/^Memuat/u)).toBeNull());
    const card = screen.getByText('Delapan juta rupiah').closest('div')?.parentElement?.parentElement;
    const html = (card?.outerHTML ?? '').replaceAll(/ class="[^"]*"| id="[^"]*"|<svg.*?<\/svg>/gu, '');
    expect(html.replaceAll('&nbsp;', ' ')).toBe(
      `<div>${line(
        '<p>Jumlah transfer</p><p>Rp 8.000.000</p><p>Delapan juta rupiah</p>',
        'Salin jumlah transfer',
      )}${line(
        '<p>Bank Syariah Indonesia (BSI) · kode 451</p><p>700 9322 722</p><p>a.n. <b>Yayasan Contoh</b> · <span>Cabang Kebon Jeruk</span></p>',
        'Salin nomor rekening',
      )}${line('<p>Berita transfer</p><p>INV-2026-000123</p>', 'Salin berita transfer')}</div>`,
    );
    expect(words()).toBe(
      'TagihanLangkah 1 dari 2Transfer tepat sebesar iniTahap 1 · Aisyah Putri · INV-2026-000123' +
        'Jumlah transferRp 8.000.000Delapan juta rupiahSalinBank Syariah Indonesia (BSI) · kode 451700 9322 722' +
        'a.n. Yayasan Contoh · Cabang Kebon JerukSalinBerita transferINV-2026-000123Salin' +
        'Jumlah yang dibayarBayar lunas Tahap 1Rp 8.000.000Bayar sebagianIsi jumlah yang Anda transfer' +
        'Tim keuangan memeriksa bukti pada jam kerja. Kabarnya lewat WhatsApp.Unduh tagihan (PDF)' +
        'Riwayat PembayaranBelum ada pembayaran untuk tagihan ini.' +
        'Sudah transfer, unggah buktiBayar nanti · simpan ke kalender',
    );
    await type.click(toProof);
    await screen.findByLabelText('Jumlah pembayaran');
    expect(words()).toBe(
      'KembaliLangkah 2 dari 2Kirim bukti transferTahap 1 · Aisyah Putri · INV-2026-000123Bukti pembayaran' +
        'JPG, PNG, GIF, atau PDF. Paling besar 5MB — foto dari HP kami kecilkan otomatis.' +
        'Foto bukti dengan kameraPilih atau foto buktiAtau tarik file ke halaman ini, atau tempel (Ctrl+V).' +
        'Jumlah pembayaranSisa tagihan Rp 8.000.000. Boleh dibayar sebagian.Tanggal pembayaranHARI INI' +
        'Informasi bank (opsional)Bank dan nama pemilik rekening yang Anda pakai. Contoh: BCA a.n. Rahma Aulia' +
        'Tim keuangan memeriksa bukti pada jam kerja. Kabarnya lewat WhatsApp.Kirim bukti',
    );
    expect(api.asked.filter(({ method }) => method !== 'GET')).toEqual([]);
  },
);
