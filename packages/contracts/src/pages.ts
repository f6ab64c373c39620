import { can, rolesWith, type Ability } from '@gerbang/domain/abilities';
import type { Role } from '@gerbang/domain/roles';

/** A page of the application shell. */
export interface Page {
  /** A segment `:name` stands for any one segment. */
  readonly path: string;
  readonly title: string;
  /** Label in the navigation; none = not in it. */
  readonly nav?: string;
  /** What a role must be able to do to open it; absent: every user who is logged in. */
  readonly ability?: Ability;
  /** What a role must be able to do to find it in the navigation; `ability` where absent. */
  readonly navAbility?: Ability;
  readonly crumbs?: readonly string[];
  /** One thing to finish: its frame leaves out what leads elsewhere on a phone, and the motif. */
  readonly task?: true;
  /** Shows a list: its search and buttons stand beside the title. */
  readonly list?: true;
  /** Not built yet: shown with a badge, its link disabled. */
  readonly comingSoon?: boolean;
  /** Calls without input that it begins with; the HTML page sends them while its program loads. */
  readonly reads?: readonly string[];
  /** The remote that draws it; absent: the shell. */
  readonly remote?: 'auth' | 'admission' | 'announcement' | 'billing';
}

/** In the order of the navigation. */
export const PAGES: readonly Page[] = [
  {
    path: '/dashboard',
    title: 'Dashboard',
    nav: 'Dashboard',
    reads: ['/api/dashboard'],
  },
  {
    path: '/profile',
    title: 'Lengkapi Profil',
    nav: 'Biodata Orang Tua',
    ability: 'family.own',
    remote: 'admission',
  },
  {
    path: '/children',
    title: 'Biodata Anak',
    nav: 'Biodata Anak',
    ability: 'family.own',
    reads: ['/api/children'],
    remote: 'admission',
  },
  {
    path: '/children/:childId/dokumen',
    title: 'Dokumen anak',
    ability: 'family.own',
    remote: 'admission',
  },
  {
    path: '/registrations',
    title: 'Pendaftaran',
    nav: 'Pendaftaran',
    ability: 'registrations.own',
    remote: 'admission',
  },
  {
    path: '/hasil',
    title: 'Hasil Observasi',
    ability: 'registrations.own',
    reads: ['/api/dashboard'],
    remote: 'announcement',
  },
  {
    path: '/hasil/:registrationId',
    title: 'Hasil Observasi',
    ability: 'registrations.own',
    reads: ['/api/dashboard'],
    remote: 'announcement',
  },
  {
    path: '/registrations/:registrationId/bayar',
    title: 'Bayar Biaya Pendaftaran',
    task: true,
    ability: 'registrations.own',
    remote: 'admission',
  },
  {
    path: '/enrollment',
    title: 'Daftar Ulang',
    nav: 'Daftar Ulang',
    ability: 'enrollment.own',
    remote: 'billing',
  },
  {
    path: '/enrollment-confirmation/:registrationId',
    title: 'Konfirmasi Daftar Ulang',
    task: true,
    ability: 'enrollment.own',
    remote: 'billing',
  },
  {
    path: '/enrollment-confirmation-detail/:confirmationId',
    title: 'Detail Daftar Ulang',
    ability: 'enrollment.own',
    remote: 'billing',
  },
  {
    path: '/tagihan',
    title: 'Tagihan',
    nav: 'Tagihan',
    ability: 'invoices.own',
    remote: 'billing',
  },
  {
    path: '/tagihan/:invoiceId/bayar',
    title: 'Bayar Tagihan',
    task: true,
    ability: 'invoices.own',
    remote: 'billing',
  },
  {
    path: '/privacy',
    title: 'Data & Privasi',
    nav: 'Data & Privasi',
    ability: 'family.own',
    remote: 'admission',
  },
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
  {
    path: '/admin/enrollment',
    title: 'Daftar Ulang',
    nav: 'Daftar Ulang',
    ability: 'enrollment.monitor',
    list: true,
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
    path: '/admin/papers',
    title: 'Dokumen terbit',
    nav: 'Dokumen terbit',
    ability: 'papers.read',
    crumbs: ['Dashboard', 'Dokumen terbit'],
    list: true,
    remote: 'billing',
  },
  {
    path: '/admin/reports',
    title: 'Laporan',
    nav: 'Laporan',
    ability: 'reports.admission',
    crumbs: ['Dashboard', 'Laporan'],
    remote: 'admission',
  },
  {
    path: '/admin/users',
    title: 'Pengguna',
    nav: 'Pengguna',
    navAbility: 'users.manage',
    ability: 'users.list',
    crumbs: ['Dashboard', 'Kelola Pengguna'],
    remote: 'auth',
  },
  {
    path: '/admin/number-requests',
    title: 'Nomor Hilang',
    nav: 'Nomor Hilang',
    ability: 'number_requests.open',
    crumbs: ['Dashboard', 'Nomor Hilang'],
    list: true,
    remote: 'auth',
  },
  {
    path: '/admin/messages',
    title: 'Pesan WhatsApp',
    nav: 'Pesan WhatsApp',
    ability: 'messages.watch',
    crumbs: ['Dashboard', 'Pesan WhatsApp'],
    list: true,
    remote: 'announcement',
  },
  {
    path: '/admin/waves',
    title: 'Gelombang pendaftaran',
    nav: 'Gelombang',
    ability: 'school.read',
    crumbs: ['Dashboard', 'Gelombang pendaftaran'],
    reads: ['/api/config'],
    remote: 'admission',
  },
  {
    path: '/admin/setup',
    title: 'Penyiapan sekolah',
    nav: 'Penyiapan sekolah',
    ability: 'school.read',
    crumbs: ['Dashboard', 'Penyiapan sekolah'],
    reads: ['/api/admin/school'],
    remote: 'admission',
  },
  {
    path: '/admin/audit',
    title: 'Jejak Audit',
    nav: 'Jejak Audit',
    ability: 'audit.read',
    crumbs: ['Dashboard', 'Jejak Audit'],
    list: true,
    remote: 'admission',
  },
  {
    path: '/admin/erasure-requests',
    title: 'Penghapusan Data',
    nav: 'Penghapusan Data',
    ability: 'erasure.decide',
    crumbs: ['Dashboard', 'Penghapusan Data'],
    list: true,
    remote: 'admission',
  },
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

/** The pages that need no login, with their titles. */
export const PUBLIC_TITLES: Readonly<Record<string, string>> = {
  '/': 'Penerimaan Murid Baru',
  '/auth': 'Masuk atau Daftar',
  '/forgot-password': 'Lupa Password',
  '/reset-password': 'Reset Password',
  '/number-requests/stop': 'Hentikan Pergantian Nomor',
  '/email/verify': 'Verifikasi Email',
  '/cek': 'Periksa Dokumen',
};

/** The public page that checks a paper by its code, which stands behind it in the address. */
export const CHECK_PATH = '/cek';

/** The title of a public page; undefined for every other address. */
export function publicTitleOf(pathname: string): string | undefined {
  return PUBLIC_TITLES[/^\/cek\/[^/]+$/u.test(pathname) ? CHECK_PATH : pathname];
}

/** Other addresses of a page. */
export const ALIASES: Readonly<Record<string, string>> = {
  '/registration': '/registrations',
  '/admin/registrations': '/admin/registration',
  '/admin': '/admin/users',
  '/admin/payment-schemes/create': '/admin/payment-scheme/create',
};

/** The parts of the design system on one page; it exists in the local run only. */
export const GALLERY_PATH = '/galeri';

/** The roles that may open the page; undefined: all of them. */
export const rolesOf = ({ ability }: Page): readonly Role[] | undefined => ability && rolesWith(ability);

/** The page at an address; a `:name` in its path fits any one segment. */
export function pageAt(pathname: string): Page | undefined {
  return PAGES.find(({ path }) => new RegExp(`^${path.replace(/:\w+/gu, '[^/]+')}$`, 'u').test(pathname));
}

/** The navigation of a role, in order. */
export function navigationOf(role: Role): readonly Page[] {
  return PAGES.filter(
    ({ nav, ability, navAbility = ability }) => nav && (!navAbility || can(role, navAbility)),
  );
}

/** Whether the navigation item is the active one: its path equals or is a prefix of the current path, without a slash being wanted. */
export function isActive(page: Page, pathname: string): boolean {
  return pathname.startsWith(page.path);
}
