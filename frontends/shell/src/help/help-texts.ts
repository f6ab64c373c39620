import type { Page } from '@gerbang/contracts/page.types';
import type { AreaHelp, PageHelp } from './help.types.ts';

const LOADS: Readonly<Record<NonNullable<Page['remote']> | 'shell', () => Promise<AreaHelp>>> = {
  shell: () => import('./shell.help.ts').then((file) => file.shellHelp),
  auth: () => import('./auth.help.ts').then((file) => file.authHelp),
  admission: () => import('./admission.help.ts').then((file) => file.admissionHelp),
  announcement: () => import('./announcement.help.ts').then((file) => file.announcementHelp),
  billing: () => import('./billing.help.ts').then((file) => file.billingHelp),
};

/** The help of a page as this user reads it; the texts of an area are fetched when the first of them is wanted. */
export async function helpOf({ path, remote }: Page, family: boolean): Promise<PageHelp> {
  const entry = (await LOADS[remote ?? 'shell']())[path];
  if (!entry) throw new Error(`${path} has no help`);
  return 'purpose' in entry ? entry : entry[family ? 'family' : 'staff'];
}
