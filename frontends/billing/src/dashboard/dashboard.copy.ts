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
