import { minutesForAll, runs } from '@gerbang/domain/testing/runs';
import { schoolSchema } from '@gerbang/contracts/school';
import { createScheme, listInvoicesOfScheme } from '@gerbang/contracts/payment-schemes';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { copiedSchool, saveSchool, watchCopiedSchool } from '@gerbang/service-kit/events/school-copy';
import { PATIENCE } from '@gerbang/service-kit/testing/databases';
import fc from 'fast-check';
import { eventHandlers } from '../src/events/handlers.ts';
import { type Door, openDoor } from './door.ts';
import { billed, finance, payInBooks, processed, schemeForm } from './enrollments.ts';
import { until } from '@gerbang/service-kit/testing/until';

minutesForAll(5);

const SCHOOL = schoolSchema.parse({});
const cityOf = (version: number) => ({ version, settings: { ...SCHOOL, city: `Kota ${version}` } });

const amounts = fc.array(fc.nat({ max: 3_000_000 }), { minLength: 1, maxLength: 4 });
/** Money in the settings that a version may change: fees, accounts, the unique code, discounts and periods. */
const moneyOfSchool = fc.record({
  levels: fc
    .array(fc.integer({ min: 1, max: 5_000_000 }), { minLength: 4, maxLength: 4 })
    .map((fees) => SCHOOL.levels.map((level, at) => ({ ...level, fee: fees[at]! }))),
  accounts: fc
    .stringMatching(/^\d{6,12}$/u)
    .map((account_number) => SCHOOL.accounts.map((account) => ({ ...account, account_number }))),
  unique_code: fc.record({ on: fc.boolean(), max: fc.constantFrom(0 as const, 99 as const, 999 as const) }),
  discounts: fc.record({ loyalty_program: amounts, event: amounts, full_payment: amounts, group: amounts }),
  payment_periods: fc.uniqueArray(fc.constantFrom('Gelombang 1', 'Gelombang 2', 'Susulan'), { minLength: 1 }),
});

describe('the copy of the school’s settings', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  const save = (version: number) => door.database.transaction((trx) => saveSchool(trx, cityOf(version)));
  const stored = () => door.db('school').first();

  test('when no event has come, then the settings are the file’s', () => {
    expect(door.context.school.held).toMatchObject({ version: -1, settings: { name: SCHOOL.name } });
  });

  test('when versions arrive in any order and number, then the copy ends at the highest', async () => {
    let base = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        async (versions, together) => {
          base += 10;
          const wanted = versions.map((version) => base + version);
          if (together) await Promise.all(wanted.map(save));
          else for (const version of wanted) await save(version);
          const highest = Math.max(...wanted);
          expect(await stored()).toMatchObject({ id: true, ...cityOf(highest) });
          await door.context.school.look();
          expect(door.context.school.held).toMatchObject({ version: highest });
        },
      ),
      { numRuns: runs(200) },
    );
  });

  test('when the event is consumed, then every process comes to hold it', async () => {
    const database = createDatabase(door.url, { name: 'other', max: 2, ...PATIENCE });
    const other = copiedSchool(database.knex, SCHOOL, door.context.log);
    await watchCopiedSchool(other);
    const handle = eventHandlers(door.context)['school.changed'];
    await door.database.transaction((trx) =>
      handle!(trx, cityOf(1_000_000), { id: 'e', version: 1_000_000, requestId: undefined }),
    );
    await until(() => other.held.version >= 1_000_000);
    await other.close();
    await database.close();
  });

  test('when settings of money change in any order, then every invoice, scheme and payment stays as it was', async () => {
    const staff = await finance(door);
    const paid = await billed(door, { loyalty_program_discount: 1_500_000 });
    await billed(door, { payment_scheme: 'installment' });
    await payInBooks(door, paid.invoices[0]!, 1_000_000);
    const rows = (table: string) => door.db(table).orderBy('id');
    const books = async () => ({
      invoices: await rows('enrollment_invoices'),
      schemes: await rows('enrollment_payment_schemes'),
      payments: await rows('enrollment_invoice_payments'),
      ledger: await rows('invoice_ledger'),
      shown: (await door.call(listInvoicesOfScheme, staff, { params: { schemeId: paid.scheme.id } })).json(),
    });
    const agreed = await books();
    expect(agreed.invoices.length).toBeGreaterThan(2);
    let version = 1_000_000;
    await fc.assert(
      fc.asyncProperty(fc.array(moneyOfSchool, { minLength: 1, maxLength: 4 }), async (changes) => {
        for (const change of changes) {
          version += 1;
          const payload = { version, settings: { ...SCHOOL, ...change } };
          const event = { id: `e-${version}`, version, requestId: undefined };
          await door.database.transaction((trx) =>
            eventHandlers(door.context)['school.changed']!(trx, payload, event),
          );
        }
        await door.context.school.look();
        expect(door.context.school.held.version).toBe(version);
        expect(await books()).toEqual(agreed);
      }),
      { numRuns: runs(100, { plain: 20 }) },
    );
  });

  test('when a period is taken away, then no scheme is made with it', async () => {
    const staff = await finance(door);
    const { confirmation } = await processed(door);
    await door.database.transaction((trx) =>
      saveSchool(trx, { version: 2_000_000, settings: { ...SCHOOL, payment_periods: ['Gelombang 9'] } }),
    );
    await door.context.school.look();
    const answer = await door.call(createScheme, staff, {
      body: schemeForm(confirmation, { payment_period: 'Gelombang 1' }),
    });
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'payment_period']);
  });
});
