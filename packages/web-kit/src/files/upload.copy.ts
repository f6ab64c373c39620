const common = {
  chooseOther: 'Ganti file',
  photograph: 'Foto bukti dengan kamera',
  drop: 'Atau tarik file ke halaman ini, atau tempel (Ctrl+V).',
  preparing: 'Menyiapkan file...',
  uploading: (percent: number) => `Mengunggah... ${percent}%`,
  uploadingLabel: 'Kemajuan unggahan',
  uploaded: 'Terunggah.',
  stop: 'Batalkan unggahan',
  stopped: 'Unggahan dibatalkan. File belum terkirim.',
  retry: 'Coba unggah lagi',
  remove: 'Lepas file ini',
  shrunk: (before: string, after: string) => `${before} → ${after}`,
  preview: 'Pratinjau bukti pembayaran',
  success: 'Berhasil',
  uploadDone: 'Bukti pembayaran berhasil diupload',
  uploadFailedTitle: 'Upload Gagal',
  uploadFailed: 'Gagal mengupload bukti pembayaran',
  uploadFailedStatus: (status: number | 'none') =>
    status === 'none' ? 'Upload failed' : `Upload failed: ${status}`,
};

export interface UploadTexts extends Readonly<typeof common> {
  readonly title: string;
  readonly hint: string;
  readonly choose: string;
}

/** A family's proof. */
export const parentProofTexts: UploadTexts = {
  ...common,
  title: 'Unggah bukti transfer',
  hint: 'JPG, PNG, atau GIF. Paling besar 5MB — foto dari HP kami kecilkan otomatis.',
  choose: 'Pilih atau foto bukti',
  chooseOther: 'Ganti bukti',
  preparing: 'Menyiapkan foto...',
  uploaded: 'Terunggah. Lengkapi isian di bawah, lalu kirim.',
};

/** A proof that staff send for a family (an image or a PDF). */
export const staffProofTexts: UploadTexts = {
  ...common,
  title: 'Bukti pembayaran',
  hint: 'JPG, PNG, GIF, atau PDF. Paling besar 5MB.',
  choose: 'Pilih bukti',
  chooseOther: 'Ganti bukti',
  uploaded: 'Terunggah. Tekan kirim untuk menyimpannya.',
};

/** A family's proof for an invoice. */
export const invoiceProofTexts: UploadTexts = {
  ...common,
  title: 'Bukti pembayaran',
  hint: 'JPG, PNG, GIF, atau PDF. Paling besar 5MB — foto dari HP kami kecilkan otomatis.',
  choose: 'Pilih atau foto bukti',
  chooseOther: 'Ganti bukti',
  preparing: 'Menyiapkan file...',
  uploaded: 'Terunggah. Periksa isian lain, lalu kirim.',
  uploadDone: 'File berhasil diupload',
  uploadFailedTitle: 'Upload gagal',
  uploadFailed: 'Terjadi kesalahan saat mengupload file. Silakan coba lagi.',
};

/** A proof of an invoice that staff send. */
export const staffInvoiceProofTexts: UploadTexts = {
  ...staffProofTexts,
  uploaded: 'Terunggah. Tekan simpan untuk memakainya.',
  uploadDone: 'File berhasil diupload',
  uploadFailedTitle: 'Upload gagal',
  uploadFailed: 'Gagal mengupload file',
};

/** A proof in place of the one that was sent. */
export const replacementProofTexts: UploadTexts = {
  ...staffInvoiceProofTexts,
  title: 'Ganti bukti pembayaran',
  hint: 'JPG, PNG, atau GIF. Paling besar 5MB. Bukti lama tetap tersimpan di riwayat.',
};

/** The attachment of a stage. */
export const attachmentTexts: UploadTexts = {
  ...common,
  title: 'Lampiran',
  hint: 'PDF, DOC, DOCX, JPG, atau PNG. Paling besar 10MB.',
  choose: 'Pilih lampiran',
  chooseOther: 'Ganti lampiran',
  preview: 'Pratinjau lampiran',
  uploadDone: 'Lampiran berhasil diunggah',
  uploadFailedTitle: 'Gagal mengunggah file lampiran',
  uploadFailed: 'Gagal mengunggah file lampiran',
};

/** Errors before a file is sent. */
export const fileProblems = {
  unreadable: 'Gagal membaca file. Pilih filenya sekali lagi, atau foto ulang.',
  notAnImage: 'File tidak valid: Hanya file gambar yang diperbolehkan',
  notAProof: 'File tidak valid: Hanya file gambar atau PDF yang diperbolehkan',
  notAnAttachment: 'File tidak valid: Hanya PDF, DOC, DOCX, JPG, atau PNG yang diperbolehkan',
  tooLarge: (megabytes: number) => `File terlalu besar: Ukuran file maksimal ${megabytes}MB`,
  replacementNotAnImage: 'File tidak valid - Hanya file gambar yang diperbolehkan',
  replacementTooLarge: 'File terlalu besar - Ukuran file maksimal 5MB',
} as const;

/** Texts of a stored file. */
export const fileCopy = {
  proof: 'Pratinjau bukti pembayaran',
  openProof: 'Buka bukti di tab baru',
  unreadable: 'Tidak dapat memuat gambar bukti pembayaran',
  zoomIn: 'Perbesar gambar',
  zoomOut: 'Perkecil gambar',
  zoomed: (percent: number) => `${percent}%`,
} as const;
