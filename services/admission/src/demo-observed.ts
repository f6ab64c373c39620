import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { SelectableStage, Stage } from '@gerbang/domain/registration-stages';
import type { Role } from '@gerbang/domain/roles';
import { type AccountCopy } from '@gerbang/service-kit/events/accounts';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { Db } from '@gerbang/service-kit/data/database';
import { createChild } from './children/create-child.ts';
import type { Context } from './context.ts';
import { keepSlip } from './demo-family.ts';
import type { ObjectStore } from '@gerbang/file-store/object-store';
import { changeStage } from './registration-stages/change-stage.ts';
import { verifyPayment } from './registration-payments/verify-payment.ts';
import { createRegistration } from './registrations/create-registration.ts';
import { payRegistration } from './registration-payments/pay-registration.ts';

const MARK = 'demo.observed';
const DAY_MS = 86_400_000;

/** Children of the demo parent who have been observed; announcements' demo data tells what became of them. */
const CHILDREN = [
  {
    full_name: 'Zahra Putri Ramadhani',
    nick_name: 'Zahra',
    gender: 'female',
    birth_date: '2019-02-11',
    jenjang: 'SD',
    kelas: '1',
  },
  {
    full_name: 'Yusuf Ramadhani',
    nick_name: 'Yusuf',
    gender: 'male',
    birth_date: '2018-04-03',
    jenjang: 'SD',
    kelas: '2',
  },
  {
    full_name: 'Maryam Ramadhani',
    nick_name: 'Maryam',
    gender: 'female',
    birth_date: '2016-10-17',
    jenjang: 'SD',
    kelas: '4',
  },
  {
    full_name: 'Umar Ramadhani',
    nick_name: 'Umar',
    gender: 'male',
    birth_date: '2021-01-20',
    jenjang: 'TK',
    kelas: 'TK B',
  },
  {
    full_name: 'Hana Ramadhani',
    nick_name: 'Hana',
    gender: 'female',
    birth_date: '2022-06-30',
    jenjang: 'KB',
    kelas: null,
  },
] as const;

const WAY: Readonly<Partial<Record<Stage, SelectableStage>>> = {
  registered: 'obs_scheduled',
  obs_scheduled: 'obs_attended',
  obs_attended: 'waiting_announcement',
};

/** The demo account of this role, as auth's event has brought it. */
async function staffOf(db: Db, role: Role): Promise<AccountCopy> {
  const account = await db('accounts')
    .where({ role, active: true })
    .orderBy('id')
    .first<AccountCopy | undefined>();
  if (!account) throw new Error(`The demo's ${role} has not come from auth.`);
  return account;
}

/**
 * Gives the demo parent children who wait for their result, brought there by the people whose work it is. Goes on
 * where it stopped; done once. Returns whether anything was made.
 */
export async function seedObserved(
  context: Context,
  store: ObjectStore,
  parent: AccountCopy,
): Promise<boolean> {
  const db = context.database.knex;
  if (await db('audit_events').where({ action: MARK, subject_id: parent.id }).first('id')) return false;
  const [year] = context.school.academic_years;
  if (year === undefined) throw new Error('the school has no open year');
  const as = (person: AccountCopy, step: string): Caller => ({
    id: person.id,
    role: person.role,
    origin: { address: '127.0.0.1', requestId: 'demo' },
    ifMatch: undefined,
    idempotencyKey: `demo-${step}`,
  });
  const finance = await staffOf(db, 'finance');
  const teacher = await staffOf(db, 'staff_pendidikan');

  for (const { jenjang, kelas, ...form } of CHILDREN) {
    const key = form.nick_name.toLowerCase();
    const child = await createChild(context, as(parent, `child-${key}`), { ...form, birth_city: 'Jakarta' });
    const body = { child_id: child.id, jenjang, kelas, academic_year: year };
    const { id } = await createRegistration(context, as(parent, `registration-${key}`), body);
    for (;;) {
      const now = await db('registrations').where({ id }).first('payment_status', 'current_stage');
      if (now.payment_status === 'pending') {
        await payRegistration(context, as(parent, 'pay'), id, {
          payment_status: 'paid',
          bank_name: 'Bank Contoh',
          bank_account_number: '9912345678',
          bank_account_owner: 'Ahmad Ramadhani',
          payment_evidence_url: await keepSlip(context, store, parent),
        });
      } else if (now.payment_status === 'paid') {
        await verifyPayment(context, as(finance, 'verify'), id, { payment_status: 'verified' });
      } else {
        const next = WAY[now.current_stage as Stage];
        if (next === undefined) break;
        const content = jakartaDay(new Date(context.now().getTime() + DAY_MS));
        await changeStage(context, as(teacher, 'stage'), id, {
          current_stage: next,
          ...(next === 'obs_scheduled' && { content, observation_time: '09:00', observation_place: 'Aula' }),
        });
      }
    }
  }
  await audit(db, { action: MARK, actor: null, subject: parent.id });
  return true;
}
