import type { Stack } from '@gerbang/local/stack';
import { ownerUrl, rowsOf } from './databases.ts';

interface Sent {
  readonly wamid: string;
  readonly reference: string | null;
}

interface Row {
  readonly id: string;
  readonly dedupe_key: string;
  readonly status: string;
  readonly unknowns: number;
}

/** Every message that is due for what these families and their staff did, by its dedupe key. */
export async function dueMessages(stack: Stack, families: readonly string[]): Promise<string[]> {
  const admission = await rowsOf<{ key: string }>(
    ownerUrl(stack, 'admission'),
    `with ours as (
       select r.id from registrations r join children c on c.id = r.child_id join parents p on p.id = c.parent_id
       where p.user_id = any($1)
     )
     select 'registration_received:' || id as key from ours
     union all select case to_status when 'paid' then 'fee_proof_received:' else 'fee_verified:' end || e.id
       from registration_payment_events e join ours on ours.id = e.registration_id
       where to_status in ('paid', 'verified') and from_status <> to_status
     union all select 'stage_changed:' || s.id from registration_stages s join ours on ours.id = s.registration_id
       where s.note is not null`,
    [families],
  );
  const billing = await rowsOf<{ key: string }>(
    ownerUrl(stack, 'billing'),
    `select 'invoice_payment_' || p.verification_status || ':' || p.id as key
     from enrollment_invoice_payments p join enrollment_invoices i on i.id = p.enrollment_invoice_id
     join registrations r on r.id = i.registration_id
     where r.user_id = any($1) and p.verification_status in ('verified', 'rejected')`,
    [families],
  );
  return [...admission, ...billing].map(({ key }) => key);
}

const KINDS = [
  'registration_received',
  'fee_proof_received',
  'fee_verified',
  'stage_changed',
  'invoice_payment',
];

/** The rows of the worker's book about what families and staff do. */
export async function messageRows(stack: Stack): Promise<Row[]> {
  return rowsOf<Row>(
    ownerUrl(stack, 'notification'),
    `select id, dedupe_key, status, unknowns from notifications where dedupe_key ~ $1`,
    [`^(${KINDS.join('|')})`],
  );
}

/** What the provider has taken, over the whole life of a world: its own inbox forgets. */
export function createSentLog(simulatorUrl: () => string) {
  const known = new Map<string, Sent>();
  return {
    /** Reads the inbox; a simulator that is down has nothing new to tell. */
    async read(): Promise<void> {
      const answer = await fetch(`${simulatorUrl()}/inbox`, { signal: AbortSignal.timeout(5000) }).catch(
        () => null,
      );
      if (!answer?.ok) return;
      for (const sent of (await answer.json()) as Sent[]) known.set(sent.wamid, sent);
    },
    /** How often each row was sent. */
    perRow(): Map<string, number> {
      const counts = new Map<string, number>();
      for (const { reference } of known.values()) {
        const id = reference?.split(':')[0] ?? '';
        counts.set(id, (counts.get(id) ?? 0) + 1);
      }
      return counts;
    },
  };
}

export type SentLog = ReturnType<typeof createSentLog>;

/** Figures of the messages, and what is wrong with them. */
export async function judgeMessages(stack: Stack, families: readonly string[], log: SentLog) {
  const due = new Set(await dueMessages(stack, families));
  const rows = await messageRows(stack);
  await log.read();
  const sent = log.perRow();
  const wrong: string[] = [];
  const known = new Set(rows.map((row) => row.dedupe_key));
  for (const key of due) if (!known.has(key)) wrong.push(`message ${key} was never asked for`);
  let twice = 0;
  for (const { id, dedupe_key, status, unknowns } of rows) {
    const times = sent.get(id) ?? 0;
    if (status !== 'sent' && status !== 'delivered') wrong.push(`message ${dedupe_key} is ${status}`);
    if (times === 0) wrong.push(`message ${dedupe_key} never reached the provider`);
    if (times > 1) twice += times - 1;
    if (times > 1 && unknowns === 0)
      wrong.push(`message ${dedupe_key} went ${times} times, and nothing tells why`);
  }
  return { wrong, due: due.size, rows: rows.length, twice };
}
