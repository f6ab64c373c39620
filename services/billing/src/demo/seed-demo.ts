import { type ProgramParts, waitFor } from '@gerbang/service-kit/program/programs';
import type { Config } from '../config.ts';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { AccountCopy } from '@gerbang/service-kit/events/accounts';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { createConfirmation } from '../enrollment-confirmations/create-confirmation.ts';
import { decideConfirmation } from '../enrollment-confirmations/decide-confirmation.ts';
import { findConfirmation } from '../enrollment-confirmations/enrollment-confirmations.repository.ts';
import { buildContext, type Context } from '../context.ts';
import type { RegistrationCopy } from '../registrations/registrations.repository.ts';
import { createScheme } from '../payment-schemes/create-scheme.ts';
import {
  demoBills,
  type DemoWorld,
  demoMade,
  demoWorld,
  isOlderDemo,
  markDemoMade,
} from './demo.repository.ts';
import { seedPayments } from './seed-payments.ts';

const DAY_MS = 86_400_000;

/** A demo account as the caller of a use case; a seed that was cut short goes on where it stopped. */
const demoCaller = (person: AccountCopy, step: string): Caller => ({
  id: person.id,
  role: person.role,
  origin: { address: '127.0.0.1', requestId: 'demo' },
  ifMatch: undefined,
  idempotencyKey: `demo-${step}`,
});

/** Confirms two children of the demo family, and makes the scheme of one with its four invoices. */
export async function seedEnrollments(context: Context, world: DemoWorld): Promise<void> {
  const db = context.database.knex;
  const confirm = (registration: RegistrationCopy, payment_preference: 'full' | 'installment') =>
    createConfirmation(context, demoCaller(world.parent, `confirm-${registration.id}`), {
      registration_id: registration.id,
      child_id: registration.child_id,
      payment_preference,
      contribution_type: 'cash',
      contribution_amount: 500_000,
    });
  await confirm(world.waiting, 'full');
  const { id, registration_id, child_id } = await confirm(world.billed, 'installment');
  if ((await findConfirmation(db, id))?.status === 'submitted') {
    await decideConfirmation(context, demoCaller(world.finance, 'decide'), id, { status: 'processed' });
  }
  await createScheme(context, demoCaller(world.finance, `scheme-${id}`), {
    enrollment_confirmation_id: id,
    registration_id,
    child_id,
    grade_level: world.billed.jenjang,
    payment_period: context.school.settings.default_payment_period,
    payment_scheme: 'installment',
    base_education_fee: 24_000_000,
    cash_contribution: 500_000,
    loyalty_program_discount: 0,
    event_discount: 0,
    full_payment_discount: 0,
    group_discount: 0,
    // The first one is due soon, so that the family's pages show what it is to do.
    first_installment_date: jakartaDay(new Date(context.now().getTime() + 5 * DAY_MS)),
  });
  await markDemoMade(db, world.parent.id);
}

const OLDER_DEMO_MS = 5000;

/** Gives the demo family its re-enrolments, after announcement's seed, and payments through the provider where it is on. */
export async function seed(parts: ProgramParts<Config>): Promise<void> {
  await seedOnce(parts);
  const { config, database, log, say } = parts;
  const db = database.knex;
  const context = buildContext(config, database, log);
  const { gateway } = context;
  if (!gateway || (await demoMade(db, 'payments'))) return;
  await context.school.look();
  // An older demo has no child whose fee is paid online.
  const bills = await waitFor(
    () => demoBills(db),
    undefined,
    async (waitedMs) => waitedMs > OLDER_DEMO_MS,
  );
  if (!bills) return say('the demo family has nothing to pay online');
  const as = (person: AccountCopy) => (step: string) => demoCaller(person, step);
  await seedPayments(context, gateway, bills, { parent: as(bills.parent), finance: as(bills.finance) });
  await markDemoMade(db, bills.parent.id, 'payments');
  say('demo payments made');
}

async function seedOnce({ config, database, log, say }: ProgramParts<Config>): Promise<void> {
  const db = database.knex;
  if (await demoMade(db)) return say('the demo re-enrolments are there');
  // Accounts are auth's, results announcement's and admission's; all come by their events.
  const world = await waitFor(
    () => demoWorld(db),
    undefined,
    async (waitedMs) => waitedMs > OLDER_DEMO_MS && isOlderDemo(db),
  );
  // The accepted children of an older demo may be others: nothing depends on them.
  if (!world) return say('the demo family has no accepted children to re-enrol');
  const context = buildContext(config, database, log);
  await context.school.look();
  await seedEnrollments(context, world);
  say('demo re-enrolments made');
}
