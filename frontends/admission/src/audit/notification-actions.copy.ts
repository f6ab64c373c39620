/** The actions of the trail of messages in words. */
export const notificationActions = {
  'audit.exported': 'Mengunduh jejak audit',
  'message.exported': 'Mengunduh daftar pesan',
  'message.read': 'Membuka isi pesan',
  'message.resent': 'Mengirim ulang pesan',
  'message.contact_opened': 'Membuka nomor penerima',
  'message.phone_shown': 'Membuka nomor keluarga',
  'message.family_contacted': 'Menghubungi keluarga',
  'retention.ended': 'Mengakhiri data lewat masa simpan',
} as const;
