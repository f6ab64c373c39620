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

/** The parts of the design system on one page; it exists in the local run only. */
export const GALLERY_PATH = '/galeri';

/** The title of a public page; undefined for every other address. */
export function publicTitleOf(pathname: string): string | undefined {
  return PUBLIC_TITLES[/^\/cek\/[^/]+$/u.test(pathname) ? CHECK_PATH : pathname];
}
