import { STAFF_ROLES, type Role } from '@gerbang/domain/roles';

/** A page of the application shell (accounts §2). */
export interface Page {
  /** A segment `:name` stands for any one segment. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** Label in the navigation; none = not in it. */
  readonly nav?: string;
  /** Who finds it in the navigation. */
  readonly navRoles?: readonly Role[];
  /** Who is let in; everybody logged in where absent. */
  readonly roles?: readonly Role[];
  readonly crumbs?: readonly string[];
  /** Not built yet: shown with a badge, its link disabled. */
  readonly comingSoon?: boolean;
  /** Calls without input that it begins with: the page asks for them itself, beside its program. */
  readonly reads?: readonly string[];
  /** The remote that draws it; the shell itself where absent. */
  readonly remote?: 'auth' | 'admission' | 'announcement' | 'billing';
}

const PARENT: readonly Role[] = ['wali_murid'];
const ANNOUNCEMENT_ROLES: readonly Role[] = ['cs', 'staff_pendidikan', 'admin', 'it', 'manager_pendidikan'];
const ANNOUNCEMENT_WRITERS: readonly Role[] = ['cs', 'staff_pendidikan', 'admin', 'it'];
const INVOICE_ROLES: readonly Role[] = ['finance', 'admin', 'it', 'manager_pendidikan'];

const MESSAGE_ROLES: readonly Role[] = ['admin', 'it', 'cs'];

/** In the order of the navigation. */
export const PAGES: readonly Page[] = [
  {
    path: '/dashboard',
    title: 'Dashboard',
    description: 'Ringkasan hari ini',
    nav: 'Dashboard',
    reads: ['/api/dashboard'],
  },
  {
    path: '/profile',
    title: 'Lengkapi Profil',
    description: 'Data ayah, ibu, kontak, dan alamat',
    nav: 'Biodata Orang Tua',
    navRoles: PARENT,
    roles: PARENT,
    remote: 'admission',
  },
  {
    path: '/children',
    title: 'Biodata Anak',
    description: 'Data anak yang akan didaftarkan',
    nav: 'Biodata Anak',
    navRoles: PARENT,
    roles: PARENT,
    reads: ['/api/children'],
    remote: 'admission',
  },
  {
    path: '/registrations',
    title: 'Pendaftaran',
    description: 'Pendaftaran anak dan pembayarannya',
    nav: 'Pendaftaran',
    navRoles: PARENT,
    roles: PARENT,
    remote: 'admission',
  },
  {
    path: '/enrollment',
    title: 'Daftar Ulang',
    description: 'Konfirmasi daftar ulang anak yang diterima',
    nav: 'Daftar Ulang',
    navRoles: PARENT,
    roles: PARENT,
    remote: 'billing',
  },
  {
    path: '/enrollment-confirmation/:registrationId',
    title: 'Konfirmasi Daftar Ulang',
    description: 'Periksa data anak, lalu pilih cara pembayaran',
    roles: PARENT,
    remote: 'billing',
  },
  {
    path: '/enrollment-confirmation-detail/:confirmationId',
    title: 'Detail Daftar Ulang',
    description: 'Skema pembayaran dan tagihan',
    roles: PARENT,
    remote: 'billing',
  },
  {
    path: '/tagihan',
    title: 'Tagihan',
    description: 'Tagihan dan pembayaran',
    nav: 'Tagihan',
    navRoles: PARENT,
    roles: PARENT,
    remote: 'billing',
  },
  {
    path: '/privacy',
    title: 'Data & Privasi',
    description: 'Unduh data keluarga atau minta dihapus',
    nav: 'Data & Privasi',
    navRoles: PARENT,
    roles: PARENT,
    remote: 'admission',
  },
  {
    path: '/admin/registration',
    title: 'Pendaftaran',
    description: 'Pantau pendaftaran, pembayaran, dan tahapan',
    nav: 'Pendaftaran',
    navRoles: STAFF_ROLES,
    roles: STAFF_ROLES,
    remote: 'admission',
  },
  {
    path: '/admin/announcements',
    title: 'Pengumuman',
    description: 'Pengumuman hasil observasi',
    nav: 'Pengumuman',
    navRoles: ANNOUNCEMENT_ROLES,
    roles: ANNOUNCEMENT_ROLES,
    remote: 'announcement',
  },
  {
    path: '/admin/announcements/create',
    title: 'Buat Pengumuman',
    description: 'Hasil observasi siswa yang menunggu pengumuman',
    roles: ANNOUNCEMENT_WRITERS,
    remote: 'announcement',
  },
  {
    path: '/admin/announcements/edit/:id',
    title: 'Ubah Pengumuman',
    description: 'Ubah draf pengumuman',
    roles: ANNOUNCEMENT_WRITERS,
    remote: 'announcement',
  },
  {
    path: '/announcement/:id',
    title: 'Detail Pengumuman',
    description: 'Isi pengumuman dan hasil setiap siswa',
    roles: ANNOUNCEMENT_ROLES,
    remote: 'announcement',
  },
  {
    path: '/admin/enrollment',
    title: 'Daftar Ulang',
    description: 'Konfirmasi daftar ulang dan skema pembayaran',
    nav: 'Daftar Ulang',
    navRoles: STAFF_ROLES,
    roles: STAFF_ROLES,
    remote: 'billing',
  },
  {
    path: '/admin/enrollment/:confirmationId/details',
    title: 'Detail Daftar Ulang',
    description: 'Skema pembayaran dan tagihan',
    roles: INVOICE_ROLES,
    remote: 'billing',
  },
  {
    path: '/admin/payment-scheme/create',
    title: 'Buat Skema Pembayaran',
    description: 'Biaya, potongan, dan jatuh tempo',
    roles: INVOICE_ROLES,
    remote: 'billing',
  },
  {
    path: '/admin/invoices',
    title: 'Kelola Tagihan',
    description: 'Tagihan, pembayaran, dan verifikasi',
    nav: 'Kelola Tagihan',
    navRoles: INVOICE_ROLES,
    roles: INVOICE_ROLES,
    remote: 'billing',
  },
  {
    path: '/admin/users',
    title: 'Pengguna',
    description: 'Kelola akun orang tua dan staf',
    nav: 'Pengguna',
    navRoles: ['admin', 'it'],
    roles: ['admin', 'it', 'finance'],
    crumbs: ['Dashboard', 'Kelola Pengguna'],
    remote: 'auth',
  },
  {
    path: '/admin/messages',
    title: 'Pesan WhatsApp',
    description: 'Pesan yang terkirim, tertunda, dan gagal',
    nav: 'Pesan WhatsApp',
    navRoles: MESSAGE_ROLES,
    roles: MESSAGE_ROLES,
    crumbs: ['Dashboard', 'Pesan WhatsApp'],
    remote: 'announcement',
  },
  {
    path: '/admin/audit',
    title: 'Jejak Audit',
    description: 'Siapa melakukan apa, dan kapan',
    nav: 'Jejak Audit',
    navRoles: ['admin', 'it'],
    roles: ['admin', 'it'],
    crumbs: ['Dashboard', 'Jejak Audit'],
    remote: 'admission',
  },
  {
    path: '/admin/erasure-requests',
    title: 'Penghapusan Data',
    description: 'Permintaan orang tua dan batas waktunya',
    nav: 'Penghapusan Data',
    navRoles: ['admin'],
    roles: ['admin'],
    crumbs: ['Dashboard', 'Penghapusan Data'],
    remote: 'admission',
  },
  {
    path: '/password',
    title: 'Ubah Password',
    description: 'Ganti password akun Anda',
    crumbs: ['Dashboard', 'Ubah Password'],
    remote: 'auth',
  },
  {
    path: '/status',
    title: 'Status Pendaftaran',
    description: 'Sejauh mana pendaftaran Anda',
    crumbs: ['Dashboard', 'Status Pendaftaran'],
  },
];

/** The page at an address; a `:name` in its path fits any one segment. */
export function pageAt(pathname: string): Page | undefined {
  return PAGES.find(({ path }) => new RegExp(`^${path.replace(/:\w+/gu, '[^/]+')}$`, 'u').test(pathname));
}

/** The navigation of a role, in order. */
export function navigationOf(role: Role): readonly Page[] {
  return PAGES.filter((page) => page.nav !== undefined && (page.navRoles?.includes(role) ?? true));
}

/** Whether the navigation item is the active one: its path equals or is a prefix of the current path. */
export function isActive(page: Page, pathname: string): boolean {
  return pathname === page.path || pathname.startsWith(`${page.path}/`);
}
