import type { FamilyStep, FamilyStepKind } from '@gerbang/domain/family-steps';
import { exactOnPage, exactText } from '@gerbang/domain/payment-expectations';
import { clockText, formatWeekday } from '@gerbang/web-kit/page/days';
import type { TransferAmount } from '@gerbang/web-kit/payment/use-transfer-amount';

const profileTitle = {
  father: 'Lengkapi data ayah',
  mother: 'Lengkapi data ibu',
  contact: 'Tambahkan nomor kontak',
  address: 'Lengkapi alamat',
} as const;

/** Texts of a parent's dashboard beside those of the cards. */
export const homeCopy = {
  heroLabel: 'Langkah Anda berikutnya',
  calmTitle: 'Semua beres.',
  waitingTitle: 'Tidak ada yang perlu Anda lakukan sekarang.',
  calm: 'Kami kabari bila ada kabar baru.',
  next: 'Pembayaran berikutnya',
  toInvoices: 'Lihat tagihan',
  outstanding: (count: number, amount: string) => `${count} tagihan belum lunas, seluruhnya ${amount}.`,
  together: 'Bayar sekaligus',
  fees: (count: number) => `${count} biaya`,
  /** Of many children the first two. */
  feesOf: (children: readonly string[]) => {
    const [one, two, three, ...more] = new Set(children);
    const rest = more.length === 0 ? three : `dan ${more.length + 1} anak lain`;
    return `Biaya pendaftaran ${[one, two, rest].filter(Boolean).join(', ')}`;
  },
  /** Beside no other amount: what is to be transferred is known only on the payment's page. */
  sumOfFees: (sum: string) => `Jumlah biaya ${exactOnPage(sum)}`,
  tasks: 'Perlu tindakan Anda',
  all: (count: number) => `Lihat semua (${count})`,
  fewer: 'Tampilkan lebih sedikit',
  billingFailed: 'Tagihan dan daftar ulang belum dapat dimuat. Bagian lain tetap dapat digunakan.',
  profile: profileTitle,
  profileAll: 'Lengkapi data orang tua',
  profileLeft: (fields: number) =>
    `${fields} isian lagi · sekitar ${Math.max(1, Math.ceil(fields / 4))} menit`,
  ring: (filled: number, total: number) => `${filled} dari ${total} isian terisi`,
  children: 'Pilih anak',
  addChild: 'Anak',
  addChildName: 'Tambah anak',
  notRegistered: 'Belum didaftarkan',
  register: (child: string) => `Daftarkan ${child}`,
  registerNote: 'Pilih jenjang dan kelas, sekitar 3 menit.',
  way: (child: string) => `Perjalanan pendaftaran ${child}`,
  observation: 'Observasi',
  bring: (what: string) => `Bawa atau siapkan: ${what}`,
  calendar: 'Simpan ke kalender',
  /** As the family's own slot has it. */
  slotCalendar: 'Tambahkan ke kalender',
  calendarOf: (label: string, child: string) => `${label}: observasi ${child}`,
  otherDay: 'Minta jadwal lain',
  otherDayOf: (child: string) => `Minta jadwal lain: observasi ${child}, lewat WhatsApp`,
  askOtherDay: (child: string, day: string) =>
    `Assalamu’alaikum, bolehkah kami meminta jadwal lain untuk observasi ${child} (${day})?`,
  letter: (day: string) => `Hasil observasi · ${day}`,
  corrected: (day: string) => `Dikoreksi ${day}`,
  seeLetter: 'Lihat surat',
  news: 'Buka hasil observasi',
  isNew: 'Baru',
  documents: (count: number) => `${count} dokumen ditunggu`,
  seeDocuments: 'Buka dokumen',
  messages: 'Pesan terakhir',
  allMessages: 'Semua pesan',
} as const;

/** The five steps of a registration, and how each stands, as screen readers say it. */
export const railCopy = {
  steps: { register: 'Daftar', pay: 'Bayar', observe: 'Observasi', result: 'Hasil', enroll: 'Daftar ulang' },
  states: { done: 'selesai', now: 'sekarang', open: 'belum', ended: 'berhenti di sini' },
  checking: 'diperiksa',
  rejected: 'ditolak',
  unscheduled: 'dijadwalkan',
  missed: 'tidak hadir',
  waiting: 'ditunggu',
  listed: 'daftar tunggu',
  released: 'dilepas',
  withdrawn: 'mundur',
} as const;

interface StepText {
  /** The large words of the hero. */
  readonly title: string;
  /** What it is about. */
  readonly about: string | null;
  /** What is said of the amount in the large words. */
  readonly note?: string | null;
  /** The button of the hero, and the name of its row. */
  readonly action: string;
  readonly tag: string;
}

/** `Rp 350.137 (tepat sampai angka terakhir)` */
const transferText = (transfer: TransferAmount | null) =>
  transfer?.words ? exactText(transfer.amount) : transfer?.amount;

export const names = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ');

/** `Akta kelahiran`, `Akta kelahiran dan 2 dokumen lain`. */
const documentWords = ([first = 'dokumen', ...others]: readonly string[]) =>
  others.length === 0 ? first : `${first} dan ${others.length} dokumen lain`;

/** What each step says. */
export const stepCopy: Readonly<
  Record<FamilyStepKind, (step: FamilyStep, transfer: TransferAmount | null) => StepText>
> = {
  fee_rejected: ({ child }, transfer) => ({
    title: 'Bukti belum dapat kami terima',
    about: names('Biaya pendaftaran', child, transferText(transfer)),
    action: 'Kirim bukti baru',
    tag: 'Ditolak',
  }),
  invoice_rejected: ({ child, payment }, transfer) => ({
    title: 'Bukti belum dapat kami terima',
    about: names(payment?.installment_name, child, transferText(transfer)),
    action: 'Kirim bukti baru',
    tag: 'Ditolak',
  }),
  invoice_due: ({ child, payment }, transfer) => ({
    title: transfer?.amount ?? '',
    about: names(`Tagihan ${payment?.installment_name ?? ''}`.trim(), child),
    note: transfer?.words ?? null,
    action: 'Bayar sekarang',
    tag: 'Jatuh tempo',
  }),
  confirm: ({ child, declined, day }) => ({
    title: declined ? 'Daftar ulang perlu dikirim lagi' : `${child ?? ''} diterima`,
    about: declined
      ? child
      : day === null
        ? 'Konfirmasi daftar ulang untuk mengambil tempatnya.'
        : `Kursi disediakan sampai ${formatWeekday(day)}.`,
    action: `Konfirmasi daftar ulang ${child ?? ''}`,
    tag: declined ? 'Ditolak' : 'Belum Konfirmasi',
  }),
  observation: ({ child, day, observation }) => ({
    title: day === null ? '' : formatWeekday(day),
    about: names(
      `Observasi ${child ?? ''}`,
      observation?.time ? clockText(observation.time) : null,
      observation?.place,
    ),
    action: 'Simpan ke kalender',
    tag: 'Observasi',
  }),
  fee_unpaid: ({ child }, transfer) => ({
    title: transfer?.amount ?? '',
    about: names('Biaya pendaftaran', child),
    note: transfer?.words ?? null,
    action: 'Bayar sekarang',
    tag: 'Belum Bayar',
  }),
  document_returned: ({ child, documents }) => ({
    title: 'Dokumen perlu diulang',
    about: child,
    action: `Kirim ulang ${documentWords(documents)}`,
    tag: 'Perlu diulang',
  }),
  document_missing: ({ child, documents }) => ({
    title: 'Masih ada dokumen yang kami tunggu',
    about: child,
    action: `Kirim ${documentWords(documents)}`,
    tag: 'Belum ada',
  }),
  phone_unverified: () => ({
    title: 'Nomor Anda belum diverifikasi',
    about: 'Kabar dari sekolah kami kirim ke nomor WhatsApp ini.',
    action: 'Verifikasi nomor WhatsApp',
    tag: 'Belum diverifikasi',
  }),
  child_missing: () => ({
    title: 'Tambahkan anak pertama Anda',
    about: 'Cukup nama dan tanggal lahir, sisanya bisa nanti.',
    action: 'Tambahkan data anak',
    tag: 'Belum ada',
  }),
  registration_missing: ({ child }) => ({
    title: `${child ?? ''} belum didaftarkan`,
    about: homeCopy.registerNote,
    action: homeCopy.register(child ?? ''),
    tag: 'Belum didaftarkan',
  }),
  profile_incomplete: () => ({
    title: homeCopy.profileAll,
    about: null,
    action: homeCopy.profileAll,
    tag: 'Belum lengkap',
  }),
  contact_unverified: () => ({
    title: 'Nomor kontak belum diverifikasi',
    about: 'Setelah diverifikasi, nomor ini juga dapat dipakai untuk masuk.',
    action: 'Verifikasi nomor kontak',
    tag: 'Belum diverifikasi',
  }),
};
