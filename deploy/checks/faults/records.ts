import type { DatabaseName } from '@gerbang/local/databases';
import type { Stack } from '@gerbang/local/stack';
import { ownerUrl, rowsOf } from '../kit/databases.ts';
import { type Entry, outcomeOf } from './calls.ts';

interface Found {
  readonly tag: string;
  readonly id: string;
  readonly held: Readonly<Record<string, unknown>>;
}

interface Kind {
  readonly database: DatabaseName;
  /** Selects `tag`, `id` and the values that the record holds, for the tags in $1. */
  readonly query: string;
  /** Whether the response carries the record's id. */
  readonly returnsId?: boolean;
  /** Whether only one call for a tag may return 2xx. */
  readonly once?: boolean;
}

/** The table of each kind of record. */
const KINDS: Readonly<Record<string, Kind>> = {
  child: {
    database: 'admission',
    query: `select full_name as tag, id, jsonb_build_object('birth_city', birth_city, 'birth_date', birth_date) as held
      from children where full_name = any($1)`,
    returnsId: true,
  },
  registration: {
    database: 'admission',
    query: `select child_id::text as tag, id, jsonb_build_object('jenjang', jenjang, 'kelas', kelas) as held
      from registrations where child_id::text = any($1)`,
    returnsId: true,
  },
  'fee proof': {
    database: 'admission',
    query: `select file_id::text as tag, id, jsonb_build_object('registration', registration_id) as held
      from registration_payment_events where file_id::text = any($1) and cause = 'parent'`,
  },
  'fee verified': {
    database: 'admission',
    query: `select registration_id::text as tag, id, '{}'::jsonb as held from registration_payment_events
      where registration_id::text = any($1) and to_status = 'verified' and from_status <> 'verified'`,
  },
  stage: {
    database: 'admission',
    query: `select note as tag, id, jsonb_build_object('registration', registration_id, 'stage', stage) as held
      from registration_stages where note = any($1)`,
  },
  payment: {
    database: 'billing',
    query: `select payment_evidence_file_id::text as tag, id, jsonb_build_object('amount', amount_paid, 'invoice', enrollment_invoice_id) as held
      from enrollment_invoice_payments where payment_evidence_file_id::text = any($1)`,
    returnsId: true,
  },
  'payment added': {
    database: 'billing',
    query: `select p.admin_notes as tag, p.id, jsonb_build_object('amount', p.amount_paid,
        'invoice', p.enrollment_invoice_id, 'status', p.verification_status) as held
      from enrollment_invoice_payments p join invoice_ledger l on l.payment_id = p.id and l.amount = p.amount_paid
      where p.admin_notes = any($1)`,
    returnsId: true,
  },
  'payment verified': {
    database: 'billing',
    query: `select e.payment_id::text as tag, e.payment_id as id, '{}'::jsonb as held
      from invoice_payment_events e join invoice_ledger l on l.payment_id = e.payment_id
      where e.kind = 'verified' and e.payment_id::text = any($1)`,
    once: true,
  },
  notification: {
    database: 'billing',
    query: `select provider_ref as tag, id, jsonb_build_object('amount', amount) as held
      from pay_notifications where service = 'va_payment' and provider_ref = any($1)`,
  },
  'payment rejected': {
    database: 'billing',
    query: `select payment_id::text as tag, payment_id as id, '{}'::jsonb as held from invoice_payment_events
      where kind = 'rejected' and payment_id::text = any($1)`,
    once: true,
  },
  user: {
    database: 'auth',
    query: `select email as tag, id, jsonb_build_object('name', name) as held from users where email = any($1)`,
    returnsId: true,
  },
  announcement: {
    database: 'announcement',
    query: `select content as tag, id, jsonb_build_object('period', observation_period) as held
      from announcements where content = any($1)`,
    returnsId: true,
  },
};

/** Values that are overwritten: the present one of each subject. */
const LAST: Readonly<Record<string, Pick<Kind, 'database' | 'query'>>> = {
  profile: {
    database: 'admission',
    query: `select user_id::text as tag, id, jsonb_build_object('value', address) as held
      from parents where user_id::text = any($1)`,
  },
  channel: {
    database: 'notification',
    query: `select account_id::text as tag, account_id as id, jsonb_build_object('value', channel) as held
      from message_settings where kind = 'fee_verified' and account_id::text = any($1)`,
  },
  'wanted address': {
    database: 'auth',
    query: `select id::text as tag, id, jsonb_build_object('value', pending_email) as held
      from users where pending_email is not null and id::text = any($1)`,
  },
  'announcement title': {
    database: 'announcement',
    query: `select id::text as tag, id, jsonb_build_object('value', title) as held
      from announcements where id::text = any($1)`,
  },
};

/**
 * Compares the journal with the databases: the record of a 2xx exists once with its values, that of a 4xx does not
 * exist, and that of an unknown outcome exists once or not at all. Returns what is wrong.
 */
export async function judgeRecords(stack: Stack, entries: readonly Entry[]): Promise<string[]> {
  const byKind = Map.groupBy(entries, ({ kind }) => kind);
  const wrong: string[] = [];
  for (const [kind, all] of byKind) {
    if (kind === null) continue;
    const record = KINDS[kind];
    const place = record ?? LAST[kind];
    if (!place) throw new Error(`No table is known for a ${kind}`);
    const tags = [...new Set(all.map(({ tag }) => tag))];
    const rows = await rowsOf<Found>(ownerUrl(stack, place.database), place.query, [tags]);
    const found = Map.groupBy(rows, ({ tag }) => tag);
    for (const [tag, calls] of Map.groupBy(all, (entry) => entry.tag)) {
      const rowsOfTag = found.get(tag) ?? [];
      const what = record ? judgeOne(record, calls, rowsOfTag) : judgeLast(calls, rowsOfTag);
      if (what) wrong.push(`${kind} "${tag}": ${what}`);
    }
  }
  return wrong;
}

/** What is wrong with the record of these calls; null where nothing is. */
export function judgeOne(
  { returnsId, once }: Pick<Kind, 'returnsId' | 'once'>,
  calls: readonly Entry[],
  found: readonly Found[],
): string | null {
  const outcomes = calls.map(outcomeOf);
  const done = calls.filter((_call, at) => outcomes[at] === 'done');
  const [first] = found;
  if (found.length > 1) return `there are ${found.length}`;
  if (done.length > 0 && !first) return 'returned 2xx and is missing';
  if (done.length === 0 && first && !outcomes.includes('open')) return 'returned 4xx and exists';
  if (once && done.length > 1) return `returned 2xx ${done.length} times`;
  if (!first) return null;
  if (returnsId && done.some(({ id }) => id !== first.id)) return 'exists under another id than returned';
  const [call] = done.length > 0 ? done : calls;
  const other = Object.entries(call?.values ?? {}).filter(([name, value]) => first.held[name] !== value);
  return other.length > 0
    ? `holds ${JSON.stringify(first.held)} instead of ${JSON.stringify(call?.values)}`
    : null;
}

/** The value must be that of the last 2xx, or of a later call of unknown outcome. */
export function judgeLast(calls: readonly Entry[], found: readonly Found[]): string | null {
  const ordered = calls.toSorted((a, b) => a.at - b.at);
  const last = ordered.findLast((entry) => outcomeOf(entry) === 'done');
  if (!last && !ordered.some((entry) => outcomeOf(entry) === 'open')) return null;
  const after = last ? ordered.slice(ordered.indexOf(last)) : ordered;
  const possible = after.filter((entry) => outcomeOf(entry) !== 'refused').map(({ values }) => values.value);
  const held = found[0]?.held.value;
  if (!last && !possible.includes(held)) return null; // none of them took effect
  return possible.includes(held) ? null : `holds ${String(held)} instead of ${String(last?.values.value)}`;
}
