import type { Page } from './page.types.ts';

/** What every user has: the account’s own pages, notifications and the status of registrations. */
export const ACCOUNT_PAGES: readonly Page[] = [
  {
    path: '/password',
    title: 'Ubah Password',
    crumbs: ['Dashboard', 'Ubah Password'],
    remote: 'auth',
  },
  {
    path: '/phone',
    title: 'Verifikasi Nomor WhatsApp',
    crumbs: ['Dashboard', 'Verifikasi Nomor WhatsApp'],
    remote: 'auth',
  },
  {
    path: '/security',
    title: 'Keamanan akun',
    crumbs: ['Dashboard', 'Keamanan akun'],
    reads: ['/api/factors', '/api/sessions'],
    remote: 'auth',
  },
  {
    path: '/notifications',
    title: 'Pemberitahuan',
    crumbs: ['Dashboard', 'Pemberitahuan'],
    reads: ['/api/notifications?limit=20'],
  },
  {
    path: '/status',
    title: 'Status Pendaftaran',
    crumbs: ['Dashboard', 'Status Pendaftaran'],
  },
];
