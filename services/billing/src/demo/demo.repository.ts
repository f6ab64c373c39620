import type { Role } from '@gerbang/domain/roles';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import type { AccountCopy } from '@gerbang/service-kit/events/accounts';
import type { RegistrationCopy } from '../registrations/registrations.repository.ts';

/** Login phone of the demo parent: what auth's seed gives to wali@contoh.sch.id. */
const DEMO_PARENT_PHONE = '+6281110000001';
const MARK = { enrollments: 'demo.enrollments', payments: 'demo.payments' } as const;
type Part = keyof typeof MARK;

/** What the demo's accepted children are at: one has invoices, one waits for the school; the third is left to be confirmed. */
const BILLED = 'Zahra';
const WAITING = 'Maryam';
/** The child whose registration fee is paid online. */
const ONLINE = 'Ibrahim';

/** The first active account with this role and phone. */
async function accountOf(db: Db, where: { role: Role; phone?: string }): Promise<AccountCopy | undefined> {
  return db('accounts')
    .where({ ...where, active: true })
    .orderBy('id')
    .first<AccountCopy | undefined>();
}

/** What the demo is made of, as the events of auth and admission have brought it; null before. */
export async function demoWorld(db: Db) {
  const parent = await accountOf(db, { role: 'wali_murid', phone: DEMO_PARENT_PHONE });
  const finance = await accountOf(db, { role: 'finance' });
  if (!parent || !finance) return null;
  const accepted = await db('registrations')
    .where({ user_id: parent.id, current_stage: 'passed', deleted: false })
    .select<(RegistrationCopy & { child_nick_name: string | null })[]>('*');
  const of = (name: string) => accepted.find((one) => one.child_nick_name === name);
  const [billed, waiting] = [of(BILLED), of(WAITING)];
  return billed && waiting ? { parent, finance, billed, waiting } : null;
}
export type DemoWorld = NonNullable<Awaited<ReturnType<typeof demoWorld>>>;

/** Whether the demo family is one of before these children were part of it: then nothing more is to come. */
export async function isOlderDemo(db: Db): Promise<boolean> {
  const parent = await accountOf(db, { role: 'wali_murid', phone: DEMO_PARENT_PHONE });
  if (!parent) return false;
  const names = await db('registrations').where({ user_id: parent.id }).pluck<string[]>('child_nick_name');
  return names.length > 0 && !(names.includes(BILLED) && names.includes(WAITING));
}

/** The demo's parent and finance, and what they pay online; null before admission's demo has come. */
export async function demoBills(db: Db) {
  const parent = await accountOf(db, { role: 'wali_murid', phone: DEMO_PARENT_PHONE });
  const finance = await accountOf(db, { role: 'finance' });
  if (!parent || !finance) return null;
  const fee = await db('registrations')
    .where({ user_id: parent.id, child_nick_name: ONLINE, deleted: false })
    .first<Pick<RegistrationCopy, 'id' | 'payment_amount'> | undefined>('id', 'payment_amount');
  // The first one stays as it is: its family is to pay it soon.
  const invoices = await db('enrollment_invoices as i')
    .join('registrations as r', 'r.id', 'i.registration_id')
    .where({ 'r.user_id': parent.id, 'r.child_nick_name': BILLED })
    .orderBy('i.due_date')
    .offset(1)
    .select<{ id: string; total_amount: number }[]>('i.id', 'i.total_amount');
  return fee && invoices.length === 3 ? { parent, finance, fee, invoices } : null;
}

/** Whether this part of the demo was made before. */
export async function demoMade(db: Db, part: Part = 'enrollments'): Promise<boolean> {
  return (await db('audit_events').where({ action: MARK[part] }).first('id')) !== undefined;
}

/** Notes in the trail that this part is made. */
export async function markDemoMade(db: Db, parentId: string, part: Part = 'enrollments'): Promise<void> {
  await audit(db, { action: MARK[part], actor: null, subject: parentId });
}

/** Whether the demo asked for no payment of this bill yet. */
export async function isUnasked(
  db: Db,
  bill: { readonly registration_id: string } | { readonly invoice_id: string },
): Promise<boolean> {
  return !(await db('pay_requests').where(bill).first('id'));
}

/** Whether nothing was noted yet of what the provider hands over of this day. */
export async function isUnsettled(
  db: Db,
  day: { readonly channel: string; readonly paid_on: string },
): Promise<boolean> {
  return !(await db('pay_settlements').where(day).first('id'));
}
