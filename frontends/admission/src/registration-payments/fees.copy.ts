import { EXACT_WORDS, exactOnPage } from '@gerbang/domain/payment-expectations';
import { FEES_OF_A_SLIP } from '@gerbang/domain/registration-payments';
import { formatRupiah } from '@gerbang/web-kit/page/format';

/** Texts of paying several registration fees with one transfer. */
export const feesCopy = {
  title: 'Pilih biaya yang dibayar sekaligus',
  about: 'Satu transfer dan satu bukti untuk beberapa anak',
  accounts: 'Rekening tujuan',
  choose: 'Biaya yang belum dibayar',
  sum: (count: number, amount: number) => `Jumlah ${count} biaya: ${formatRupiah(amount)}`,
  /** After their sum, where the transfer is another amount. */
  exactNext: `nominal transfer persisnya, ${EXACT_WORDS}, muncul di langkah berikut.`,
  tooFew: `Pilih paling sedikit ${FEES_OF_A_SLIP.least} biaya. Untuk satu biaya, bayar dari kartu pendaftarannya.`,
  tooMany: `Satu bukti berlaku untuk paling banyak ${FEES_OF_A_SLIP.most} biaya. Kurangi pilihan Anda.`,
  toTransfer: 'Lanjut ke transfer',
  change: 'Ubah pilihan',
  paysFor: (names: string) => `Untuk ${names}`,
  exact: 'Transfer dalam satu kali, tepat sampai angka terakhir.',
  nothing: 'Tidak ada beberapa biaya untuk dibayar sekaligus',
  nothingText:
    'Pembayaran sekaligus dapat dipakai bila ada dua biaya pendaftaran atau lebih yang belum dibayar ke rekening yang sama.',
  loading: 'Memuat data...',
  loadFailed: 'Data pembayaran tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  sent: (count: number) => `Bukti untuk ${count} biaya pendaftaran sudah terkirim`,
  success: 'Berhasil',
  failed: 'Gagal mengirim bukti pembayaran',
  /** `exactly`: the page of the payment alone names what is to be transferred. */
  invite: (count: number, sum: number, exactly: boolean) =>
    `${count} biaya pendaftaran belum dibayar, jumlahnya ${(exactly ? exactOnPage : String)(formatRupiah(sum))}.`,
  inviteText: 'Anda dapat membayarnya dengan satu transfer dan satu bukti.',
  inviteLink: 'Bayar sekaligus',
} as const;
