import type { Page } from './page.types.ts';

/** The account’s own pages and notifications, which every user has, and a family’s status of its registrations. */
export const ACCOUNT_PAGES: readonly Page[] = [
  {
    path: '/password',
    title: 'Ubah Password',
    crumbs: true,
    remote: 'auth',
  },
  {
    path: '/phone',
    title: 'Verifikasi Nomor WhatsApp',
    crumbs: true,
    remote: 'auth',
  },
  {
    path: '/security',
    title: 'Keamanan akun',
    crumbs: true,
    reads: ['/api/factors', '/api/sessions'],
    remote: 'auth',
  },
  {
    path: '/notifications',
    title: 'Pemberitahuan',
    crumbs: true,
    reads: ['/api/notifications?limit=20'],
  },
  {
    path: '/status',
    title: 'Status Pendaftaran',
    ability: 'family.own',
    crumbs: true,
  },
];
