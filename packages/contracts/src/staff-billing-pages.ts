import type { Page } from './page.types.ts';

/** What a list of a year begins with. */
const YEARS = '/api/admin/years';

/** Re-enrolment and money, in the order of the staff’s navigation. */
export const STAFF_BILLING_PAGES: readonly Page[] = [
  {
    path: '/admin/enrollment',
    title: 'Daftar Ulang',
    nav: 'Daftar Ulang',
    ability: 'enrollment.monitor',
    list: true,
    reads: [YEARS],
    remote: 'billing',
  },
  {
    path: '/admin/enrollment/:confirmationId/details',
    title: 'Detail Daftar Ulang',
    ability: 'invoices.read',
    remote: 'billing',
  },
  {
    path: '/admin/payment-scheme/create',
    title: 'Buat Skema Pembayaran',
    ability: 'schemes.create',
    remote: 'billing',
  },
  {
    path: '/admin/invoices',
    title: 'Kelola Tagihan',
    nav: 'Kelola Tagihan',
    ability: 'invoices.read',
    list: true,
    reads: [YEARS],
    remote: 'billing',
  },
  {
    path: '/admin/bank',
    title: 'Mutasi bank',
    nav: 'Mutasi Bank',
    ability: 'bank.read',
    list: true,
    remote: 'billing',
  },
  {
    path: '/admin/payments-online',
    title: 'Pembayaran otomatis',
    nav: 'Pembayaran Otomatis',
    ability: 'pay_requests.read',
    only: 'payments',
    list: true,
    remote: 'billing',
  },
  {
    path: '/admin/money-requests',
    title: 'Persetujuan',
    nav: 'Persetujuan',
    ability: 'money_requests.decide',
    list: true,
    remote: 'billing',
  },
  {
    path: '/admin/refunds',
    title: 'Pengembalian dana',
    nav: 'Pengembalian Dana',
    ability: 'refunds.read',
    list: true,
    remote: 'billing',
  },
  {
    path: '/admin/papers',
    title: 'Dokumen terbit',
    nav: 'Dokumen Terbit',
    ability: 'papers.read',
    crumbs: true,
    list: true,
    remote: 'billing',
  },
  {
    path: '/admin/drawers',
    title: 'Kas loket',
    nav: 'Kas Loket',
    ability: 'drawers.read',
    crumbs: true,
    remote: 'billing',
  },
];
