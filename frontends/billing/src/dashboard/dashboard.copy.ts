/** Texts of what billing puts on the dashboard. */
export const dashboardCopy = {
  confirmTitle: 'Daftar ulang menunggu Anda',
  confirm: (child: string) => `Konfirmasi daftar ulang ${child}`,
  declined: 'Ditolak',
  paymentTitle: 'Pembayaran berikutnya',
  about: (stage: string, child: string) => `${stage} · ${child}`,
  due: (day: string, words: string | null) => `Jatuh tempo ${day}${words === null ? '' : ` (${words})`}`,
  pay: 'Bayar dan kirim bukti',
  outstanding: (count: number, amount: string) => `${count} tagihan belum lunas, seluruhnya ${amount}.`,
  all: 'Lihat semua tagihan',
} as const;

/** Texts of the staff's cards: what waits, and what is owed. */
export const staffCopy = {
  title: 'Daftar ulang dan tagihan',
  none: 'Tidak ada yang menunggu',
  noneText: 'Konfirmasi dan pembayaran baru akan muncul di sini.',
  waiting: 'Konfirmasi menunggu',
  withoutScheme: 'Belum ada skema pembayaran',
  payments: 'Pembayaran menunggu verifikasi',
  paymentsNote: (amount: string, since: string | null) =>
    since === null ? amount : `${amount}, terlama sejak ${since}`,
  enrollment: 'Buka Daftar Ulang',
  invoices: 'Buka Kelola Tagihan',
  ageing: 'Umur tunggakan',
  ageingNote: (day: string, invoices: number, amount: string) =>
    `Per ${day}: ${invoices.toLocaleString('id-ID')} tagihan belum lunas, ${amount}.`,
  ageingCaption: 'Sisa tagihan menurut umur dan jenjang',
  all: 'Semua',
  level: 'Jenjang',
  sum: 'Jumlah',
  invoicesOf: (count: number) => `${count.toLocaleString('id-ID')} tagihan`,
} as const;
