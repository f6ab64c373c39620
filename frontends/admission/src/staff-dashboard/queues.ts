import { listMissed } from '@gerbang/contracts/missed-messages';
import type { Role } from '@gerbang/domain/roles';
import { callPage } from '@gerbang/web-kit/api/client';
import type { useDashboard } from '@gerbang/web-kit/api/dashboard';
import { useQuery } from '@gerbang/web-kit/api/query-client';
import { EVERY_YEAR } from '@gerbang/web-kit/lists/year-choice';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { announcementKinds, waitingCopy } from '../dashboard/dashboard.copy.ts';
import { dashboardCopy as copy } from './staff-dashboard.copy.ts';

/** What is counted here is of all years, and so is its list. */
export const EVERY = `academic_year=${EVERY_YEAR}`;

type Dashboard = NonNullable<ReturnType<typeof useDashboard>['data']>;

/** A queue of work, with the list that shows it, the longest wait first. */
export interface Queue {
  readonly key: string;
  readonly to: string;
  readonly label: string;
  readonly count: number;
  readonly note: string;
  /** Its length at the end of the last seven days; null where that is not known. */
  readonly week: readonly number[] | null;
}

/** The four queues of each role, the most urgent first; where one has none of it, its next one moves up. */
const ORDER: Readonly<Record<Exclude<Role, 'wali_murid'>, readonly string[]>> = {
  cs: ['missed', 'fees_unpaid', 'to_schedule', 'observations_due', 'documents', 'absent'],
  finance: ['fees_to_verify', 'payments', 'proof_alerts', 'without_scheme', 'overdue'],
  staff_pendidikan: ['students', 'observations_due', 'to_schedule', 'to_send_on'],
  staff_tu: ['documents', 'confirmations', 'without_scheme', 'waiting_announcement'],
  manager_pendidikan: ['to_review', 'to_publish', 'withdrawals', 'waiting_announcement', 'confirmations'],
  admin: ['fees_to_verify', 'payments', 'proof_alerts', 'to_review', 'withdrawals', 'documents', 'overdue'],
  it: [],
};
export const TILES = 4;

const DAY_MS = 86_400_000;

/** `hari ini`, `2 hari`. */
export function ageText(since: string): string {
  const days = Math.floor((Date.now() - Date.parse(since)) / DAY_MS);
  return days < 1 ? copy.today : copy.days(days);
}

function admissionQueues({ admission }: Dashboard): Queue[] {
  const alerts = admission?.staff?.proof_alerts ?? 0;
  const documents = admission?.staff?.documents_waiting ?? 0;
  const leaving = admission?.staff?.withdrawals_waiting;
  const other = (
    key: 'proof_alerts' | 'documents' | 'withdrawals',
    to: string,
    count: number,
    note = '',
  ): Queue[] => (count === 0 ? [] : [{ key, to, label: copy.kinds[key], count, note, week: null }]);
  const waiting = (admission?.staff?.waiting ?? []).map(({ kind, count, filter, oldest_at, week }) => {
    const query = new URLSearchParams(
      Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
    query.set('sort', 'created_at');
    query.set('academic_year', EVERY_YEAR);
    return {
      key: kind,
      to: `/admin/registration?${query}`,
      label: waitingCopy.kinds[kind],
      count,
      note: oldest_at ? copy.oldest(ageText(oldest_at)) : '',
      week: week ?? null,
    };
  });
  return [
    ...waiting,
    ...other('proof_alerts', `/admin/proof-alerts?status=open&${EVERY}`, alerts),
    ...other('documents', `/admin/documents?${EVERY}`, documents),
    ...other(
      'withdrawals',
      `/admin/withdrawals?status=requested&year=${EVERY_YEAR}`,
      leaving?.count ?? 0,
      leaving && copy.oldest(ageText(leaving.oldest_at)),
    ),
  ];
}

function announcementQueues({ announcement }: Dashboard): Queue[] {
  const corrections = announcement?.staff?.corrections_waiting ?? 0;
  const waiting = (announcement?.staff?.waiting ?? []).map(({ kind, count, status }) => ({
    key: kind,
    to: status === null ? '/admin/announcements/create' : `/admin/announcements?status=${status}&${EVERY}`,
    label: announcementKinds[kind],
    count,
    note: '',
    week: null,
  }));
  if (corrections === 0) return waiting;
  const key = 'result_corrections';
  const row = {
    key,
    to: '/admin/announcements',
    label: copy.kinds[key],
    count: corrections,
    note: '',
    week: null,
  };
  return [...waiting, row];
}

function billingQueues({ billing }: Dashboard): Queue[] {
  const { confirmations, payments, ageing } = billing?.staff ?? {};
  const queues: Queue[] = [];
  const add = (key: keyof typeof copy.kinds, to: string, count: number, note = '') =>
    queues.push({ key, to, label: copy.kinds[key], count, note, week: null });
  if (payments) {
    const { waiting, amount, oldest_at } = payments;
    const note = oldest_at === null ? '' : copy.oldestMoney(formatRupiah(amount), ageText(oldest_at));
    add('payments', `/admin/invoices?status=awaiting_verification&sort=created_at&${EVERY}`, waiting, note);
  }
  if (confirmations) {
    add('confirmations', `/admin/enrollment?group=waiting&sort=submitted_at&${EVERY}`, confirmations.waiting);
    add(
      'without_scheme',
      `/admin/enrollment?group=confirmed&sort=submitted_at&${EVERY}`,
      confirmations.without_scheme,
    );
  }
  if (ageing) {
    const { total, buckets } = ageing;
    const late = total.invoices - buckets.not_due.invoices;
    add(
      'overdue',
      `/admin/invoices?status=overdue&${EVERY}`,
      late,
      formatRupiah(total.amount - buckets.not_due.amount),
    );
  }
  return queues;
}

/** The families that cs has to call, which notification counts; none while they are read, and where they cannot be had. */
export function useMissedQueue(role: Role): Queue[] {
  const { data } = useQuery({
    queryKey: ['dashboard', 'missed'],
    queryFn: ({ signal }) => callPage(listMissed, { query: { limit: '1' }, signal }),
    enabled: role === 'cs',
  });
  const [first] = data?.rows ?? [];
  if (!data || !first) return [];
  const key = 'missed';
  const note = copy.oldest(ageText(first.since));
  return [
    { key, to: '/admin/messages?view=missed', label: copy.kinds[key], count: data.total, note, week: null },
  ];
}

/** All queues of a role in their order; the first four are its tiles. */
export function queuesOf(dashboard: Dashboard, role: Role, missed: readonly Queue[]): Queue[] {
  const order = role === 'wali_murid' ? [] : ORDER[role];
  const place = ({ key }: Queue) => {
    const at = order.indexOf(key);
    return at < 0 ? order.length : at;
  };
  return [
    ...missed,
    ...admissionQueues(dashboard),
    ...billingQueues(dashboard),
    ...announcementQueues(dashboard),
  ].toSorted((a, b) => place(a) - place(b));
}
