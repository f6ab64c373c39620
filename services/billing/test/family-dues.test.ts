import { billingDashboard } from '@gerbang/contracts/billing-dashboard';
import { createConfirmation, decideConfirmation } from '@gerbang/contracts/enrollment-confirmations';
import type { EventPayload } from '@gerbang/contracts/events';
import { registrationChangedSchema } from '@gerbang/contracts/registration-events';
import { payInvoice } from '@gerbang/contracts/invoice-payments';
import { familyDues } from '@gerbang/domain/family-dues';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { uuidv7 } from 'uuidv7';
import { eventBatches, eventHandlers } from '../src/events/handlers.ts';
import { forgetTold } from '../src/family-dues/family-dues.repository.ts';
import { checkDues, duesFeed, tellDues } from '../src/family-dues/tell-dues.ts';
import { confirmationForm, confirmed, copyOf, processed } from './enrollments.ts';
import { type World, usePayments } from './invoice-payments.ts';
import { check, invoiceOf, paymentForm, sent } from './payment-calls.ts';

type Event = EventPayload<'dues.changed'>;

describe('what billing tells of a family’s dues', () => {
  let world: World;
  usePayments((opened) => void (world = opened));

  /** The events of this work. */
  async function eventsOf(work: () => Promise<unknown>): Promise<Event[]> {
    const from = world.door.published.length;
    await work();
    return world.door.published
      .slice(from)
      .filter(({ type }) => type === 'dues.changed')
      .map(({ payload }) => payload as unknown as Event);
  }
  const tell = () => eventsOf(() => tellDues(world.door.context));
  const told = async ({ id }: Caller) =>
    (await tell()).flatMap(({ families }) => families).filter(({ user_id }) => user_id === id);
  const area = async (caller: Caller) => {
    const { door } = world;
    const answer = await door.app.inject({ url: billingDashboard.path, headers: door.headers(caller) });
    return answer.json().parent;
  };
  /** The composed area of what was told, at a school that asks for no exact amounts. */
  const areaOf = ({ invoices, to_confirm }: Pick<Event['families'][number], 'invoices' | 'to_confirm'>) => ({
    ...familyDues(invoices, jakartaDay(new Date())),
    exact_amounts: false,
    to_confirm,
  });
  /** Tells everything and compares it with the composed area. */
  async function expectTold(caller: Caller): Promise<number> {
    const [dues, ...more] = await told(caller);
    expect(more).toEqual([]);
    const { invoices, to_confirm, version } = dues!;
    expect(areaOf({ invoices, to_confirm })).toEqual(await area(caller));
    return version;
  }

  test('when anything changes for a family, then it is told once, as its dashboard shows it, under a higher version', async () => {
    const { door } = world;
    const family = await door.caller();
    const copy = await copyOf(door, family);
    const versions = [await expectTold(family)];
    await door.call(createConfirmation, family, { body: confirmationForm(copy) });
    versions.push(await expectTold(family));
    const { invoice, staff } = await invoiceOf(world, 10_000_000, family);
    versions.push(await expectTold(family));
    const payment = await sent(world, family, invoice, { amount_paid: 4_000_000 });
    versions.push(await expectTold(family));
    await check(world, staff, payment.id, { action: 'reject', rejection_reason: 'Buram' });
    versions.push(await expectTold(family));
    const again = await sent(world, family, invoice, { amount_paid: 4_000_000 });
    await check(world, staff, again.id);
    versions.push(await expectTold(family));
    expect(versions).toEqual(versions.toSorted((one, two) => one - two));
    expect(new Set(versions).size).toBe(versions.length);
    expect(await told(family)).toEqual([]);
  });

  test('when a copy changes or its family is erased, then its family is told; children that are not accepted are not', async () => {
    const { door } = world;
    const family = await door.caller();
    const copy = await copyOf(door, family, { current_stage: 'waiting_announcement' });
    expect(await told(family)).toEqual([]);
    const meta = { id: uuidv7(), version: 2, requestId: undefined };
    const changed = registrationChangedSchema.parse({ ...copy, version: 2, current_stage: 'passed' });
    await door.database.transaction((trx) =>
      eventBatches(door.context)['registration.changed']!(trx, [{ payload: changed, meta }]),
    );
    expect((await told(family))[0]?.to_confirm.map((one) => one.registration_id)).toEqual([copy.id]);
    const blank = { ...changed, version: 3, deleted: true, user_id: '00000000-0000-0000-0000-000000000000' };
    await door.database.transaction((trx) =>
      eventHandlers(door.context)['data.erased']!(
        trx,
        { request_id: null, user_id: family.id, registrations: [blank] },
        meta,
      ),
    );
    expect(await told(family)).toMatchObject([{ invoices: [], to_confirm: [] }]);
  });

  test('when a seat is held, then its deadline is told with the confirmation; a seat that is being released asks for none', async () => {
    const { door } = world;
    const family = await door.caller();
    const seat = { offer_id: uuidv7(), status: 'open', answer_until: '2027-02-12T13:00:00.000Z' };
    const copy = await copyOf(door, family, { seat });
    const { answer_until } = seat;
    expect(await told(family)).toMatchObject([{ to_confirm: [{ registration_id: copy.id, answer_until }] }]);
    expect((await area(family)).to_confirm).toMatchObject([{ answer_until }]);
    await door
      .db('registrations')
      .where({ id: copy.id })
      .update({ seat: { ...seat, answer_until: null } });
    expect((await told(family))[0]?.to_confirm[0]).not.toHaveProperty('answer_until');
    await door
      .db('registrations')
      .where({ id: copy.id })
      .update({ seat: { ...seat, status: 'releasing' } });
    expect(await told(family)).toMatchObject([{ to_confirm: [] }]);
  });

  test('when a parent writes, then the response names the version that its dues have; other responses name none', async () => {
    const { door, admission } = world;
    const { family, invoice } = await invoiceOf(world);
    const body = paymentForm(admission, family, invoice);
    const paid = await door.call(payInvoice, family, { body });
    const { version } = await door.db('family_dues').where({ user_id: family.id }).first();
    expect([paid.statusCode, paid.headers['x-gerbang-dues']]).toEqual([201, String(version)]);
    const repeated = await door.call(payInvoice, family, { body });
    expect([repeated.statusCode, repeated.headers['x-gerbang-dues']]).toEqual([409, undefined]);
    expect(
      (await door.app.inject({ url: billingDashboard.path, headers: door.headers(family) })).headers,
    ).not.toHaveProperty('x-gerbang-dues');
    const { confirmation } = await confirmed(door);
    const decided = await door.call(decideConfirmation, await door.caller('finance'), {
      params: { id: confirmation.id },
      body: { status: 'processed' },
    });
    expect([decided.statusCode, decided.headers['x-gerbang-dues']]).toEqual([200, undefined]);
  });

  test('when a call changes dues, then admission has them before the response; where it is away, the write stands', async () => {
    const { door, admission } = world;
    await tell();
    const given = async (work: () => Promise<unknown>) => {
      const from = admission.dues.length;
      await work();
      return admission.dues.slice(from).flat();
    };
    const { family, staff, invoice } = await invoiceOf(world, 10_000_000);
    const payment = await sent(world, family, invoice, { amount_paid: 4_000_000 });
    const [dues, ...more] = await given(() => check(world, staff, payment.id));
    expect(more).toEqual([]);
    expect(dues?.user_id).toBe(family.id);
    expect(areaOf(dues!)).toEqual(await area(family));
    expect(await told(family)).toEqual([dues]);
    const again = await sent(world, family, invoice, { amount_paid: 6_000_000 });
    admission.set('broken');
    expect((await check(world, staff, again.id)).statusCode).toBe(200);
    admission.set('up');
    expect(door.logged()).toContain('dues were not given to admission');
    await expectTold(family);
  });

  test('when many calls change dues at once, then admission has each family before its response, and once alone', async () => {
    const { admission } = world;
    await tell();
    const bills = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const { family, staff, invoice } = await invoiceOf(world, 10_000_000);
        const payment = await sent(world, family, invoice, { amount_paid: 4_000_000 });
        return { family, staff, payment };
      }),
    );
    const from = admission.dues.length;
    const given = () => admission.dues.slice(from).flat();
    await Promise.all(
      bills.map(async ({ family, staff, payment }) => {
        expect((await check(world, staff, payment.id)).statusCode).toBe(200);
        expect(given().map(({ user_id }) => user_id)).toContain(family.id);
      }),
    );
    const ids = given().map(({ user_id }) => user_id);
    expect(ids.toSorted()).toEqual(bills.map(({ family }) => family.id).toSorted());
    expect((await tell()).flatMap(({ families }) => families)).toHaveLength(bills.length);
  });

  test('when nothing changes, then every ten seconds it is told that nothing did, at the time of the database', async () => {
    const { door } = world;
    await tell();
    const feed = duesFeed(door.context);
    const began = Date.now();
    const [first, ...rest] = await eventsOf(async () => {
      await feed();
      await feed();
    });
    expect(rest).toEqual([]);
    expect(first).toMatchObject({ families: [], check: false });
    const completeAt = Date.parse(first!.complete_at!);
    expect(completeAt).toBeGreaterThan(began - 60_000);
    expect(completeAt).toBeLessThan(Date.now() + 60_000);
    const made = await processed(door);
    expect((await eventsOf(feed)).flatMap(({ families }) => families)).toMatchObject([
      { user_id: made.family.id },
    ]);
  });

  test('when many families change, then fifty travel together, and only the last event says that it is complete', async () => {
    const { door } = world;
    await door.db.raw(
      `insert into family_dues (user_id) select gen_random_uuid() from generate_series(1, 70)`,
    );
    const events = await tell();
    expect(events.map(({ families, complete_at }) => [families.length, complete_at !== null])).toEqual([
      [50, false],
      [20, true],
    ]);
    const all = Number((await door.db('family_dues').count('* as n').first())?.n);
    await forgetTold(door.db);
    expect((await tell()).flatMap(({ families }) => families)).toHaveLength(all);
  });

  test('when tellers run at once, then each family is told once', async () => {
    const { door } = world;
    await door.db.raw(
      `insert into family_dues (user_id) select gen_random_uuid() from generate_series(1, 120)`,
    );
    const events = await eventsOf(() =>
      Promise.all(Array.from({ length: 4 }, () => tellDues(door.context, false))),
    );
    const ids = events.flatMap(({ families }) => families.map(({ user_id }) => user_id));
    expect([ids.length, new Set(ids).size]).toEqual([120, 120]);
  });

  test('when dues are checked, then families that were told and have rested are told again as they stand', async () => {
    const { door } = world;
    const { family } = await invoiceOf(world);
    const [dues] = await told(family);
    const checked = async () =>
      (await eventsOf(() => checkDues(door.context)))
        .filter((event) => event.check && event.complete_at === null)
        .flatMap(({ families }) => families)
        .filter(({ user_id }) => user_id === family.id);
    expect(await checked()).toEqual([]);
    await door.db('family_dues').update({ changed_at: door.db.raw(`now() - interval '11 minutes'`) });
    expect(await checked()).toEqual([dues]);
  });
});
