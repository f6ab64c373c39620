/** Texts of choosing the pages of a document; those of the editor come with it. */
export const pagePickerCopy = {
  photograph: 'Ambil foto',
  choose: 'Pilih berkas',
  photographMore: 'Foto halaman lain',
  chooseMore: 'Tambah berkas',
  of: (action: string, document: string) => `${action}: ${document}`,
  hint: (max: number, pdf: boolean) =>
    `${pdf ? 'Foto atau PDF' : 'Foto'}, paling banyak ${max} halaman. Foto kami kecilkan otomatis.`,
  loading: 'Menyiapkan...',
} as const;
