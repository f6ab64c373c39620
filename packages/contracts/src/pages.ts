import { can, rolesWith } from '@gerbang/domain/abilities';
import type { Role } from '@gerbang/domain/roles';
import { ACCOUNT_PAGES } from './account-pages.ts';
import { FAMILY_PAGES } from './family-pages.ts';
import type { Page } from './page.types.ts';
import { STAFF_ADMISSION_PAGES } from './staff-admission-pages.ts';
import { STAFF_BILLING_PAGES } from './staff-billing-pages.ts';
import { STAFF_SCHOOL_PAGES } from './staff-school-pages.ts';

/** Every page behind the login, in the order of the navigation. */
export const PAGES: readonly Page[] = [
  {
    path: '/dashboard',
    title: 'Dashboard',
    nav: 'Dashboard',
    reads: ['/api/dashboard'],
  },
  ...FAMILY_PAGES,
  ...STAFF_ADMISSION_PAGES,
  ...STAFF_BILLING_PAGES,
  ...STAFF_SCHOOL_PAGES,
  ...ACCOUNT_PAGES,
];

/** Other addresses of a page. */
export const ALIASES: Readonly<Record<string, string>> = {
  '/registration': '/registrations',
  '/admin/registrations': '/admin/registration',
  '/admin': '/admin/users',
  '/admin/payment-schemes/create': '/admin/payment-scheme/create',
};

/** The roles that may open the page; undefined: all of them. */
export const rolesOf = ({ ability }: Page): readonly Role[] | undefined => ability && rolesWith(ability);

/** The page at an address; a `:name` in its path fits any one segment. */
export function pageAt(pathname: string): Page | undefined {
  return PAGES.find(({ path }) => new RegExp(`^${path.replace(/:\w+/gu, '[^/]+')}$`, 'u').test(pathname));
}

/** The navigation of a role, in order, by what is on in this portal. */
export function navigationOf(role: Role, on: { readonly payments?: boolean } = {}): readonly Page[] {
  return PAGES.filter(
    ({ nav, ability, navAbility = ability, only }) =>
      nav && (!only || on[only]) && (!navAbility || can(role, navAbility)),
  );
}

/** Whether the navigation item is the active one: its path equals or is a prefix of the current path, without a slash being wanted. */
export function isActive(page: Page, pathname: string): boolean {
  return pathname.startsWith(page.path);
}
