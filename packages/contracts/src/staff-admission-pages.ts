import type { Page } from './page.types.ts';

/** Registrations, documents and announcements, in the order of the staff’s navigation. */
export const STAFF_ADMISSION_PAGES: readonly Page[] = [
  {
    path: '/admin/registration',
    title: 'Pendaftaran',
    nav: 'Pendaftaran',
    ability: 'registrations.monitor',
    list: true,
    remote: 'admission',
  },
  {
    path: '/admin/documents',
    title: 'Periksa dokumen',
    nav: 'Periksa Dokumen',
    ability: 'documents.read',
    crumbs: ['Dashboard', 'Periksa dokumen'],
    list: true,
    remote: 'admission',
  },
  {
    path: '/admin/document-types',
    title: 'Jenis dokumen',
    nav: 'Jenis Dokumen',
    navAbility: 'document_types.write',
    ability: 'documents.read',
    crumbs: ['Dashboard', 'Jenis dokumen'],
    list: true,
    remote: 'admission',
  },
  {
    path: '/admin/proof-alerts',
    title: 'Bukti ganda',
    ability: 'proof_alerts.decide',
    crumbs: ['Dashboard', 'Bukti ganda'],
    list: true,
    remote: 'admission',
  },
  {
    path: '/admin/announcements',
    title: 'Pengumuman',
    nav: 'Pengumuman',
    ability: 'announcements.read',
    list: true,
    remote: 'announcement',
  },
  {
    path: '/admin/announcements/create',
    title: 'Buat Pengumuman',
    ability: 'announcements.write',
    remote: 'announcement',
  },
  {
    path: '/admin/announcements/edit/:id',
    title: 'Ubah Pengumuman',
    ability: 'announcements.write',
    remote: 'announcement',
  },
  {
    path: '/announcement/:id',
    title: 'Detail Pengumuman',
    ability: 'announcements.read',
    remote: 'announcement',
  },
];
