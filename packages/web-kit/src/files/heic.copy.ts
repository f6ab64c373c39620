/** Of a photo that this browser cannot read; apart, because the editor of pages needs no other words of uploads. */
export const HEIC_PROBLEM = 'Format HEIC belum didukung. Ubah ke JPEG di pengaturan kamera.';
