import type { DatabaseName } from '@gerbang/local/databases';
import type { Stack } from '@gerbang/local/stack';
import { ownerUrl, rowsOf } from './databases.ts';
import { type Entry, outcomeOf } from './journal.ts';

interface Found {
  readonly tag: string;
  readonly id: string;
  readonly held: Readonly<Record<string, unknown>>;
}

interface Kind {
  readonly database: DatabaseName;
  /** `tag`, `id` and what the record holds, for the tags in $1. */
  readonly query: string;
  /** Whether the answer's id is the record's. */
  readonly idAnswered?: boolean;
  /** Whether only one call for a tag may be answered 2xx, whoever makes it. */
  readonly once?: boolean;
}

/** Where the record of each kind of call lies. */
const KINDS: Readonly<Record<string, Kind>> = {
  child: {
    database: 'admission',
    query: `select full_name as tag, id, jsonb_build_object('birth_city', birth_city, 'birth_date', birth_date) as held
      from children where full_name = any($1)`,
    idAnswered: true,
  },
  registration: {
    database: 'admission',
    query: `select child_id::text as tag, id, jsonb_build_object('jenjang', jenjang, 'kelas', kelas) as held
      from registrations where child_id::text = any($1)`,
    idAnswered: true,
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
    idAnswered: true,
  },
  'payment added': {
    database: 'billing',
    query: `select p.admin_notes as tag, p.id, jsonb_build_object('amount', p.amount_paid,
        'invoice', p.enrollment_invoice_id, 'status', p.verification_status) as held
      from enrollment_invoice_payments p join invoice_ledger l on l.payment_id = p.id and l.amount = p.amount_paid
      where p.admin_notes = any($1)`,
    idAnswered: true,
  },
  'payment verified': {
    database: 'billing',
    query: `select e.payment_id::text as tag, e.payment_id as id, '{}'::jsonb as held
      from invoice_payment_events e join invoice_ledger l on l.payment_id = e.payment_id
      where e.kind = 'verified' and e.payment_id::text = any($1)`,
    once: true,
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
    idAnswered: true,
  },
  announcement: {
    database: 'announcement',
    query: `select content as tag, id, jsonb_build_object('period', observation_period) as held
      from announcements where content = any($1)`,
    idAnswered: true,
  },
};

/** What is written over again and again: the present value of each subject. */
const LAST: Readonly<Record<string, Pick<Kind, 'database' | 'query'>>> = {
  profile: {
    database: 'admission',
    query: `select user_id::text as tag, id, jsonb_build_object('value', address) as held
      from parents where user_id::text = any($1)`,
  },
  'announcement title': {
    database: 'announcement',
    query: `select id::text as tag, id, jsonb_build_object('value', title) as held
      from announcements where id::text = any($1)`,
  },
};

/**
 * Compares the journal with the databases (reliability, Faults, P0): a 2xx is there once with its values, a 4xx is not
 * there, and what nobody knows is there once or not at all.
 */
export async function judgeRecords(stack: Stack, entries: readonly Entry[]): Promise<string[]> {
  const byKind = Map.groupBy(entries, ({ kind }) => kind);
  const wrong: string[] = [];
  for (const [kind, all] of byKind) {
    if (kind === null) continue;
    const record = KINDS[kind];
    const place = record ?? LAST[kind];
    if (!place) throw new Error(`Nobody knows where a ${kind} lies`);
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

/** What is wrong with the record of these calls; null = nothing. */
export function judgeOne(
  { idAnswered, once }: Pick<Kind, 'idAnswered' | 'once'>,
  calls: readonly Entry[],
  found: readonly Found[],
): string | null {
  const outcomes = calls.map(outcomeOf);
  const done = calls.filter((_call, at) => outcomes[at] === 'done');
  const [first] = found;
  if (found.length > 1) return `there are ${found.length}`;
  if (done.length > 0 && !first) return 'answered 2xx and not there';
  if (done.length === 0 && first && !outcomes.includes('open')) return 'answered 4xx and there';
  if (once && done.length > 1) return `answered 2xx ${done.length} times`;
  if (!first) return null;
  if (idAnswered && done.some(({ id }) => id !== first.id)) return 'there under another id than answered';
  const [call] = done.length > 0 ? done : calls;
  const other = Object.entries(call?.values ?? {}).filter(([name, value]) => first.held[name] !== value);
  return other.length > 0
    ? `holds ${JSON.stringify(first.held)} instead of ${JSON.stringify(call?.values)}`
    : null;
}

/** The value is that of the last 2xx, or of a call whose end is unknown. */
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
