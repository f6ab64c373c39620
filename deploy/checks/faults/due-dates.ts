import { ownerUrl, rowsOf } from '../kit/databases.ts';
import { inbox } from '../kit/inbox.ts';
import { until } from '../kit/until.ts';
import { call, type Person } from './calls.ts';
import type { Clocks } from './clocks.ts';
import type { World } from './world.ts';

/** Days before and after the due date on which families are reminded. */
export const REMINDER_DAYS = '-7,0,3';
/** Due dates in days from today: four of them get a reminder within a jump of three days. */
const DUE = [1, 2, 9, 10, 11];
export const REMINDED = 4;

/** Sets the due dates of the family's first instalments, which no call can change, and returns the invoices' ids. */
export async function dueInvoices({ stack }: World, family: Person, today: string): Promise<string[]> {
  const billing = ownerUrl(stack, 'billing');
  const rows = await rowsOf<{ id: string }>(
    billing,
    `select i.id from enrollment_invoices i join registrations r on r.id = i.registration_id
     where r.user_id = $1 and i.installment_stage = 1 order by i.id`,
    [family.id],
  );
  for (const [at, days] of DUE.entries()) {
    await rowsOf(
      billing,
      `do $$ begin set local session_replication_role = replica;
         update enrollment_invoices set due_date = date '${today}' + ${days} where id = '${rows[at]?.id}'; end $$`,
    );
  }
  return rows.map(({ id }) => id);
}

/** The reminders that billing has made for these invoices. */
export const remindersOf = ({ stack }: World, invoices: readonly string[]) =>
  rowsOf(
    ownerUrl(stack, 'billing'),
    'select 1 from invoice_reminders where enrollment_invoice_id = any($1)',
    [invoices],
  );

/** Each reminder reached the provider once; returns what is wrong. */
export async function judgeReminders(
  { stack, sentLog }: World,
  invoices: readonly string[],
): Promise<string[]> {
  const rows = () =>
    rowsOf<{ id: string; dedupe_key: string; status: string; reason: string | null }>(
      ownerUrl(stack, 'notification'),
      `select id, dedupe_key, status, reason from notifications where dedupe_key ~ '^invoice_reminder:'
         and split_part(dedupe_key, ':', 2) = any($1)`,
      [invoices],
    );
  await until('The reminders', async () => {
    const done = (await rows()).filter(({ status }) => status !== 'pending' && status !== 'retry');
    return done.length >= REMINDED;
  });
  await sentLog.read();
  const sent = sentLog.perRow();
  const all = await rows();
  return [
    ...(all.length === REMINDED ? [] : [`${all.length} reminders were requested`]),
    ...all
      .filter(({ id }) => sent.get(id) !== 1)
      .map(
        (one) => `${one.dedupe_key} went ${sent.get(one.id) ?? 0} times, ${one.status} ${one.reason ?? ''}`,
      ),
  ];
}

/** An invoice is overdue from midnight of Jakarta, no sooner and no later; returns what is wrong. */
export async function overdueAtMidnight(
  { stack }: World,
  clocks: Clocks,
  family: Person,
  id: string,
  midnight: number,
): Promise<string[]> {
  const wrong: string[] = [];
  let early = 0;
  await until('An overdue invoice', async () => {
    const asked = clocks.now();
    const path = '/api/parent/invoices?limit=100';
    const response = await fetch(`${stack.url}${path}`, { headers: { cookie: family.cookie } });
    if (!response.ok) return false;
    const invoices = (await response.json()) as { id: string; overdue: boolean }[];
    const isOverdue = invoices.find((one) => one.id === id)?.overdue === true;
    if (!isOverdue) early += 1;
    if (isOverdue && clocks.now() < midnight - 1000) wrong.push('an invoice was overdue before midnight');
    if (!isOverdue && asked > midnight + 1000) wrong.push('an invoice was not overdue after midnight');
    return isOverdue;
  });
  if (early === 0) wrong.push('no read came before midnight');
  return wrong;
}

/** Requests a reset code and reads it in the simulator; `expired` ends it by the clock of the database. */
export async function newCode(
  { stack }: World,
  { email }: Person,
  { expired = false } = {},
): Promise<string> {
  const codes = async () =>
    (await inbox(stack.simulatorUrl)).filter(({ template }) => template === 'kode_reset_password');
  const known = new Set((await codes()).map(({ wamid }) => wamid));
  await call(stack.url, null, { method: 'POST', path: '/api/auth/forgot-password', body: { email } });
  const code = await until('A code', async () => {
    return (await codes()).find(({ wamid }) => !known.has(wamid))?.text.match(/\d{6}/u)?.[0];
  });
  if (expired) {
    await rowsOf(
      ownerUrl(stack, 'auth'),
      `update password_reset_codes set expires_at = now() - interval '1 second'
       where id = (select id from password_reset_codes order by created_at desc limit 1)`,
    );
  }
  return code;
}

/** Whether the portal accepts the code. */
export async function isValidCode({ stack }: World, { email }: Person, otp: string): Promise<boolean> {
  const path = '/api/auth/verify-reset-token';
  const answer = await call(stack.url, null, { method: 'POST', path, body: { email, otp } });
  return answer.body.isValid === true;
}

/** Whether the code changes the password, which is set to the same one again. */
export async function codeResets(
  { stack }: World,
  { email, password }: Person,
  otp: string,
): Promise<boolean> {
  const path = '/api/auth/reset-password';
  const body = { email, otp, newPassword: password };
  const answer = await call(stack.url, null, { method: 'POST', path, body });
  return answer.body.success === true;
}
