import type { Role } from '@gerbang/domain/roles';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import type { AccountCopy } from '@gerbang/service-kit/events/accounts';
import type { RegistrationCopy } from '../registrations/registrations.repository.ts';

/** Login phone of the demo parent: what auth's seed gives to wali@contoh.sch.id. */
const DEMO_PARENT_PHONE = '+6281110000001';
const MARK = 'demo.enrollments';

/** What the demo's accepted children are at: one has invoices, one waits for the school; the third is left to be confirmed. */
const BILLED = 'Zahra';
const WAITING = 'Maryam';

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

/** Whether the re-enrolments were made before. */
export async function demoMade(db: Db): Promise<boolean> {
  return (await db('audit_events').where({ action: MARK }).first('id')) !== undefined;
}

/** Notes in the trail that the re-enrolments are made. */
export async function markDemoMade(db: Db, parentId: string): Promise<void> {
  await audit(db, { action: MARK, actor: null, subject: parentId });
}
