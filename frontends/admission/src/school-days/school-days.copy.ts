import { dayText } from '@gerbang/domain/date-text';

/** Texts of the days off. */
export const daysCopy = {
  title: 'Hari libur',
  year: 'Tahun',
  loadFailed: 'Hari libur tidak dapat dimuat. Periksa koneksi Anda, lalu coba lagi.',
  none: (year: number) => `Belum ada hari libur untuk ${year}.`,
  list: (year: number) => `Hari libur ${year}`,
  remove: 'Hapus',
  removeOf: (day: string) => `Hapus hari libur ${day}`,
  removed: 'Hari libur dihapus',
  removeFailed: 'Gagal menghapus hari libur',
  suggestions: 'Usulan',
  suggestionsHint:
    'Usulan dari kalender, periksa dengan SKB tahun ini. Usulan bukan hari libur sebelum Anda menambahkannya.',
  noSuggestions: 'Tidak ada usulan lagi untuk tahun ini.',
  addChosen: (count: number) =>
    count === 0 ? 'Tambahkan yang dipilih' : `Tambahkan yang dipilih (${count})`,
  choose: 'Pilih hari yang akan ditambahkan',
  pending: 'Menyimpan...',
  added: 'Hari libur ditambahkan',
  addedText: (count: number) => `${count} hari libur tersimpan.`,
  hasSlots: (count: number, day: string) => `Ada ${count} jadwal observasi pada ${dayText(day)}.`,
  slotsStay: 'Jadwal itu tetap berlaku. Pindahkan atau batalkan bila perlu.',
  toSlots: 'Buka jadwal observasi',
  addFailed: 'Gagal menambah hari libur',
  own: 'Tambah hari libur lain',
  day: 'Tanggal',
  dayMissing: 'Tanggal harus diisi',
  name: 'Nama hari libur',
  nameMissing: 'Nama hari libur harus diisi',
  nameLong: 'Paling banyak 100 karakter',
  kind: 'Jenis',
  add: 'Tambahkan',
} as const;
