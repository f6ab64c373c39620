/** The actions of the trail of announcements in words. */
export const announcementActions = {
  'audit.exported': 'Mengunduh jejak audit',
  'announcement.exported': 'Mengunduh daftar pengumuman',
  'announcement.created': 'Membuat pengumuman',
  'announcement.updated': 'Mengubah pengumuman',
  'announcement.submitted': 'Mengajukan pengumuman',
  'announcement.approved': 'Menyetujui pengumuman',
  'announcement.rejected': 'Menolak pengumuman',
  'announcement.revised': 'Mengembalikan ke draf',
  'announcement.published': 'Menerbitkan pengumuman',
  'announcement.discarded': 'Membuang draf pengumuman',
  'announcement.result_skipped': 'Melewati hasil',
  'result_correction.asked': 'Mengajukan koreksi hasil',
  'result_correction.published': 'Menerbitkan koreksi hasil',
  'result_correction.withdrawn': 'Membatalkan koreksi hasil',
  'demo.seeded': 'Membuat pengumuman contoh',
} as const;
