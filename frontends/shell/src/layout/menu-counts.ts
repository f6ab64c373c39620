import { can } from '@gerbang/domain/abilities';
import type { User } from '@gerbang/contracts/users';
import { useDashboard } from '@gerbang/web-kit/api/dashboard';

/** Work that only waits for families or for a later step: nothing to do now, so it is not counted in the menu. */
const NOT_NOW: ReadonlySet<string> = new Set(['students', 'drafts']);

const sum = (waiting: readonly { readonly kind: string; readonly count: number }[] = []) =>
  waiting.reduce((all, { kind, count }) => (NOT_NOW.has(kind) ? all : all + count), 0);

/** The kind of work that 'Antrean saya' of the registrations holds for the role; null where it has none. */
function queueOf(role: User['role']): string | null {
  if (can(role, 'registrations.verify_fee')) return 'fees_to_verify';
  return can(role, 'registrations.move_stage') ? 'to_schedule' : null;
}

/** How much work waits for the user behind each entry of the navigation; empty for families. Refreshed now and then. */
export function useMenuCounts({ role }: User): Readonly<Record<string, number>> {
  const staff = role !== 'wali_murid';
  const { data } = useDashboard(staff, staff);
  if (!staff || !data) return {};
  const { confirmations, payments, money_requests: requests } = data.billing?.staff ?? {};
  return {
    '/admin/registration':
      data.admission?.staff?.waiting.find(({ kind }) => kind === queueOf(role))?.count ?? 0,
    '/admin/documents': data.admission?.staff?.documents_waiting ?? 0,
    '/admin/withdrawals': data.admission?.staff?.withdrawals_waiting?.count ?? 0,
    '/admin/announcements':
      sum(data.announcement?.staff?.waiting) + (data.announcement?.staff?.corrections_waiting ?? 0),
    // The part of the list that is this role's work: its decision, or its scheme for those who keep the books.
    '/admin/enrollment': confirmations?.[can(role, 'invoices.manage') ? 'without_scheme' : 'waiting'] ?? 0,
    '/admin/invoices': payments?.waiting ?? 0,
    '/admin/money-requests': requests ?? 0,
  };
}
