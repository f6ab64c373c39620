import { ApiError, messageOf } from '@gerbang/web-kit/api/client';
import { toast, toastFailure } from '@gerbang/web-kit/page/toast';

/**
 * The messages that the specification gives in English, to the letter, each with the
 * Indonesian sentence that says what happened and what follows.
 */
export const DONE = {
  submitted: ['Announcement submitted for review', 'Pengumuman diajukan. Orang lain akan meninjaunya.'],
  approved: ['Announcement reviewed successfully', 'Pengumuman disetujui dan siap diterbitkan.'],
  rejected: [
    'Announcement reviewed successfully',
    'Pengumuman ditolak. Penyusunnya dapat merevisi lalu mengajukannya lagi.',
  ],
  published: [
    'Announcement published successfully',
    'Hasil tampil di dashboard orang tua, dan setiap keluarga dikirimi pesan WhatsApp.',
  ],
  created: [
    'Announcement created successfully',
    'Draf pengumuman tersimpan. Ajukan untuk ditinjau bila sudah lengkap.',
  ],
  updated: [
    'Announcement updated successfully',
    'Perubahan draf tersimpan. Ajukan untuk ditinjau bila sudah lengkap.',
  ],
} as const;

const FAILED = {
  submit: ['Failed to submit announcement', 'Pengumuman tidak dapat diajukan. Silakan coba lagi.'],
  review: ['Failed to review announcement', 'Tinjauan tidak dapat disimpan. Silakan coba lagi.'],
  publish: ['Failed to publish announcement', 'Pengumuman tidak dapat diterbitkan. Silakan coba lagi.'],
  create: ['Failed to create announcement', 'Draf pengumuman tidak dapat disimpan. Silakan coba lagi.'],
  update: ['Failed to update announcement', 'Perubahan draf tidak dapat disimpan. Silakan coba lagi.'],
} as const;

const MISSED = {
  fields: ['Please fill in all required fields', 'Lengkapi judul, isi, periode observasi, dan jenjang.'],
  verdict: ['Please select approval status', 'Pilih apakah pengumuman ini disetujui atau ditolak.'],
  students: [
    'No students found waiting for announcement in the selected jenjang',
    'Belum ada siswa yang menunggu pengumuman di jenjang ini, jadi belum ada yang dapat disimpan.',
  ],
  list: [
    'Failed to fetch students waiting for announcement',
    'Daftar siswa belum dapat dimuat, jadi draf belum dapat disimpan. Silakan coba lagi.',
  ],
} as const;

/** The toasts of a failure, for `useDecision`: the server's message where it sent one. */
export const failureOf = (what: keyof typeof FAILED) => ({
  titleLang: 'en',
  failed: FAILED[what][0],
  failureText: (error: unknown) =>
    error instanceof ApiError && error.body === null ? FAILED[what][1] : messageOf(error),
});

/** Shows that something was done. */
export function sayDone(what: keyof typeof DONE): void {
  const [title, description] = DONE[what];
  toast(title, description, 'en');
}

/** Shows that something failed. */
export function sayFailed(what: keyof typeof FAILED, error: unknown): void {
  const { failed, failureText, titleLang } = failureOf(what);
  toastFailure(failed, failureText(error), titleLang);
}

/** Shows what is missing before anything is sent. */
export function sayMissed(what: keyof typeof MISSED): void {
  const [title, description] = MISSED[what];
  toastFailure(title, description, 'en');
}

/** English words of states that stay on the page; the Indonesian sentence is beside them. */
export const ENGLISH = {
  noStudents: MISSED.students[0],
  studentsFailed: MISSED.list[0],
  missing: 'Announcement not found',
  onlyDrafts: 'Only draft announcements can be edited',
} as const;
