/** The nine parts of the set-up, in the order in which a new school goes through them. */
export const SCHOOL_PARTS = [
  'identity',
  'levels',
  'fees',
  'discounts',
  'years',
  'documents',
  'days',
  'texts',
  'activate',
] as const;
export type SchoolPart = (typeof SCHOOL_PARTS)[number];

export const SCHOOL_PART_LABELS: Readonly<Record<SchoolPart, string>> = {
  identity: 'Identitas',
  levels: 'Jenjang & kelas',
  fees: 'Biaya & rekening',
  discounts: 'Potongan & periode',
  years: 'Tahun ajaran & gelombang',
  documents: 'Dokumen',
  days: 'Hari libur & jam',
  texts: 'Teks & logo',
  activate: 'Periksa & aktifkan',
};

/** The settings that are one value each, as forms and the list of changes name them. */
export const FIELD_LABELS = {
  name: 'Nama portal',
  short_name: 'Nama singkat',
  address: 'Alamat',
  city: 'Kota',
  contact_whatsapp: 'Kontak WhatsApp',
  next_classes: 'Lanjut jenjang',
  academic_years: 'Tahun ajaran',
  default_payment_period: 'Periode pembayaran bawaan',
  cash_proof: 'Bukti untuk pembayaran tunai',
  'hours.day_start': 'Jam mulai',
  'hours.day_end': 'Jam selesai',
  'hours.friday_prayer': 'Waktu salat Jumat',
  'hours.midday_prayer': 'Waktu salat Zuhur',
  'hours.ramadan': 'Jam Ramadan',
  registration_days: 'Hari pendaftaran di sekolah',
  cash_drawers: 'Kas loket',
  'texts.login_note': 'Catatan halaman masuk',
  'texts.registration_note': 'Catatan pendaftaran',
  'texts.payment_note': 'Catatan pembayaran',
  'texts.offer_note': 'Catatan penawaran tempat',
  'texts.invoice_footer': 'Catatan kaki tagihan',
  'texts.invoice_wait': 'Kapan tagihan menyusul',
  'texts.first_day': 'Hari pertama sekolah',
  'texts.unique_note': 'Sebutan kode unik',
  'texts.signatory_name': 'Nama penanda tangan',
  'texts.signatory_title': 'Jabatan penanda tangan',
  'texts.signatory_city': 'Kota penanda tangan',
  'brand.colour': 'Warna sekolah',
  open: 'Pendaftaran dibuka',
} as const;
