import type { Person } from './client.ts';
import type { Clocks } from './clocks.ts';
import { ownerUrl, rowsOf } from './databases.ts';
import { waitFor } from './people.ts';
import type { World } from './world.ts';

const PATIENCE_MS = 90_000;
/** What the watched invoices are reminded of, in days after each is due. */
export const REMINDER_DAYS = '-7,0,3';
/** In days from today: what comes due within a jump of three days; the last one is still too far off. */
const DUE = [1, 2, 9, 10, 11];
export const REMINDED = 4;

/** Gives the family's first instalments these days: no invoice changes once it is out, but not they are tried here. */
export async function invoicesDue(world: World, family: Person, today: string): Promise<string[]> {
  const billing = ownerUrl(world.stack, 'billing');
  const rows = await rowsOf<{ id: string }>(
    billing,
    `select i.id from enrollment_invoices i join registrations r on r.id = i.registration_id
     where r.user_id = $1 and i.installment_stage = 1 order by i.id`,
    [family.id],
  );
  for (const [at, days] of DUE.entries()) {
    const id = rows[at]?.id;
    await rowsOf(
      billing,
      `do $$ begin set local session_replication_role = replica;
         update enrollment_invoices set due_date = date '${today}' + ${days} where id = '${id}'; end $$`,
    );
  }
  return rows.map(({ id }) => id);
}

/** What was taken to remind of. */
export const remindersOf = ({ stack }: World, invoices: readonly string[]) =>
  rowsOf<{ id: string; days: number }>(
    ownerUrl(stack, 'billing'),
    'select enrollment_invoice_id as id, days from invoice_reminders where enrollment_invoice_id = any($1)',
    [invoices],
  );

/** Each reminder reached the provider, once. */
export async function judgeReminders(
  { stack, sentLog }: World,
  invoices: readonly string[],
): Promise<string[]> {
  const text = `select id, dedupe_key, status, reason from notifications where dedupe_key ~ '^invoice_reminder:'
    and split_part(dedupe_key, ':', 2) = any($1)`;
  const rows = () =>
    rowsOf<{ id: string; dedupe_key: string; status: string; reason: string | null }>(
      ownerUrl(stack, 'notification'),
      text,
      [invoices],
    );
  const done = async () =>
    (await rows()).filter(({ status }) => status !== 'pending' && status !== 'retry').length >= REMINDED;
  await waitFor('the reminders', done, PATIENCE_MS);
  await sentLog.read();
  const sent = sentLog.perRow();
  const all = await rows();
  const wrong = all.length === REMINDED ? [] : [`${all.length} reminders were asked for`];
  for (const { id, dedupe_key, status, reason } of all) {
    if (sent.get(id) !== 1)
      wrong.push(`${dedupe_key} went ${sent.get(id) ?? 0} times, ${status} ${reason ?? ''}`);
  }
  return wrong;
}

/** An invoice is late from the first moment of the next day of Jakarta, not of another day and not sooner. */
export async function midnight(
  world: World,
  clocks: Clocks,
  family: Person,
  id: string,
  at: number,
): Promise<string[]> {
  const wrong: string[] = [];
  let late = false;
  let early = 0;
  await waitFor('a late invoice', async () => {
    const asked = clocks.now();
    const answer = await fetch(`${world.stack.url}/api/parent/invoices?limit=100`, {
      headers: { cookie: family.cookie },
    });
    if (!answer.ok) return false;
    const invoices = (await answer.json()) as { id: string; overdue: boolean }[];
    late = invoices.find((one) => one.id === id)?.overdue === true;
    if (!late) early += 1;
    if (late && clocks.now() < at - 1000) wrong.push('an invoice was late before midnight');
    if (!late && asked > at + 1000) wrong.push('an invoice was not late after midnight');
    return late;
  });
  if (early === 0) wrong.push('nobody looked before midnight');
  return wrong;
}
