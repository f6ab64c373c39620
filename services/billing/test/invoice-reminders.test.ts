import type { Caller } from '@gerbang/service-kit/testing/door';
import { configSchema } from '../src/config.ts';
import { sendReminders, isReminderTime } from '../src/invoice-reminders/send-reminders.ts';
import type { Door } from './door.ts';
import { ask, setSchool } from './payment-expectations.ts';
import { openPayments, type World } from './invoice-payments.ts';
import { check, invoiceOf, sent } from './payment-calls.ts';

const DUE = '2029-08-31';
const DAY_MS = 86_400_000;

/** A moment this many days after the due date, in Jakarta's time. */
const at = (days: number, clock = '10:00') =>
  new Date(Date.parse(`${DUE}T${clock}:00+07:00`) + days * DAY_MS);

describe('reminders of invoices', () => {
  let world: World;
  let door: Door;
  beforeEach(async () => {
    world = await openPayments();
    door = world.door;
  });
  afterEach(() => world.close());

  /** Sends the reminders of this moment; returns kind, time and amount of each. */
  async function run(now: Date) {
    door.setClock(now);
    const from = door.published.length;
    await sendReminders(door.context);
    door.setClock(null);
    return door.published.slice(from).map(({ payload }) => {
      const params = payload.params as Record<string, string>;
      return [payload.kind, params.when ?? `${params.days} hari`, params.amount];
    });
  }

  test('when the days go by, then the family gets five reminders, each once, and never at night', async () => {
    await invoiceOf(world, 12_345_000);
    const sentReminders: unknown[] = [];
    for (let day = -10; day <= 40; day += 1) {
      for (const clock of ['02:00', '08:59', '20:00', '23:59']) expect(await run(at(day, clock))).toEqual([]);
      for (const clock of ['09:00', '09:01', '19:59']) {
        for (const one of await run(at(day, clock))) sentReminders.push([day, clock, ...one]);
      }
    }
    expect(sentReminders).toEqual([
      [-7, '09:00', 'invoice_due', 'dalam 7 hari', 'Rp 12.345.000'],
      [-3, '09:00', 'invoice_due', 'dalam 3 hari', 'Rp 12.345.000'],
      [0, '09:00', 'invoice_due', 'hari ini', 'Rp 12.345.000'],
      [3, '09:00', 'invoice_overdue', '3 hari', 'Rp 12.345.000'],
      [14, '09:00', 'invoice_overdue', '14 hari', 'Rp 12.345.000'],
    ]);
  });

  test('when the school asks for exact amounts, then a reminder names the one that is kept, else where it stands', async () => {
    const { family, invoice } = await invoiceOf(world, 12_345_000);
    await setSchool(door, { unique_code: { on: true, max: 999 } });
    const page = 'Rp 12.345.000 (jumlah transfernya, tepat sampai angka terakhir, ada di halaman pembayaran)';
    expect(await run(at(-7))).toEqual([['invoice_due', 'dalam 7 hari', page]]);
    door.setClock(at(-4));
    const { transfer_amount: exact } = (await ask(door, family, 'invoice', invoice.id)).json();
    expect(exact).toBeGreaterThan(12_345_000);
    const said = `Rp ${exact.toLocaleString('id-ID')} (tepat sampai angka terakhir)`;
    expect(await run(at(-3))).toEqual([['invoice_due', 'dalam 3 hari', said]]);
    // Its hours are over, and the family has the same one until its days are.
    expect(await run(at(3))).toEqual([['invoice_overdue', '3 hari', said]]);
    expect(await run(at(14))).toEqual([['invoice_overdue', '14 hari', page]]);
  });

  test('when a reminder leaves, then to the login phone, with its facts, not beyond this evening', async () => {
    const { family, invoice } = await invoiceOf(world);
    door.setClock(at(-3));
    const from = door.published.length;
    await sendReminders(door.context);
    door.setClock(null);
    const { phone } = await door.db('accounts').where({ id: family.id }).first();
    expect(door.published.slice(from)).toEqual([
      {
        type: 'message.requested',
        payload: {
          kind: 'invoice_due',
          dedupeKey: `invoice_reminder:${invoice.id}:-3`,
          to: phone,
          accountId: family.id,
          priority: 'bulk',
          expiresAt: '2029-08-28T13:00:00.000Z',
          params: {
            child: 'Aisyah Putri',
            number: invoice.invoice_number,
            amount: 'Rp 20.000.000',
            due: '31 Agustus 2029',
            when: 'dalam 3 hari',
            link: `http://localhost:8080/tagihan?bayar=${invoice.id}`,
          },
        },
      },
    ]);
  });

  test('when it is Jakarta’s next day and still yesterday in Greenwich, then Jakarta’s day counts', async () => {
    await invoiceOf(world);
    expect(await run(new Date('2029-08-30T23:30:00Z'))).toEqual([]);
    expect(await run(new Date('2029-08-31T02:00:00Z'))).toEqual([
      ['invoice_due', 'hari ini', 'Rp 20.000.000'],
    ]);
  });

  test('when nothing ran for days, then one reminder says what is so today, and old ones are left out', async () => {
    await invoiceOf(world);
    expect(await run(at(-1))).toEqual([['invoice_due', 'besok', 'Rp 20.000.000']]);
    expect(await run(at(1))).toEqual([['invoice_overdue', '1 hari', 'Rp 20.000.000']]);
    expect(await run(at(9))).toEqual([]);
    expect(await run(at(100))).toEqual([]);
  });

  test('when a payment waits or everything is paid, then no reminder is sent, and again after a rejection', async () => {
    const { family, staff, invoice } = await invoiceOf(world);
    const first = await sent(world, family, invoice);
    expect(await run(at(-7))).toEqual([]);
    await check(world, staff, first.id, { action: 'reject', rejection_reason: 'Buram' });
    expect(await run(at(-7, '11:00'))).toMatchObject([['invoice_due', 'dalam 7 hari', 'Rp 20.000.000']]);
    const second = await sent(world, family, invoice);
    await check(world, staff, second.id);
    expect(await run(at(-3))).toMatchObject([['invoice_due', 'dalam 3 hari', 'Rp 15.000.000']]);
    const last = await sent(world, family, invoice, { amount_paid: 15_000_000 });
    await check(world, staff, last.id);
    for (const day of [0, 3, 14]) expect(await run(at(day))).toEqual([]);
  });

  test('when an invoice came after a day, then that day is not reminded of', async () => {
    const { invoice } = await invoiceOf(world);
    // Only the owner of the tables can change it, with the trigger disabled.
    await door.db.raw('alter table enrollment_invoices disable trigger user');
    await door
      .db('enrollment_invoices')
      .where({ id: invoice.id })
      .update({ created_at: at(-3, '08:00') });
    await door.db.raw('alter table enrollment_invoices enable trigger user');
    expect(await run(at(-3))).toEqual([]);
    expect(await run(at(0))).toEqual([['invoice_due', 'hari ini', 'Rp 20.000.000']]);
  });

  test('when the account is closed, then nothing is noted and nothing leaves; without a number it is for its inbox', async () => {
    const { family } = await invoiceOf(world);
    await door.db('accounts').where({ id: family.id }).update({ active: false });
    expect(await run(at(0))).toEqual([]);
    expect(await door.db('invoice_reminders')).toEqual([]);
    await door.db('accounts').where({ id: family.id }).update({ active: true, phone: null });
    expect(await run(at(0))).toHaveLength(1);
    expect(door.published.at(-1)?.payload).toMatchObject({ to: null, accountId: family.id });
  });

  test('when several processes remind at once, then each invoice has one reminder', async () => {
    const family: Caller = await door.caller();
    const invoices = [];
    for (let n = 0; n < 3; n += 1) invoices.push((await invoiceOf(world, 1_000_000, family)).invoice);
    door.setClock(at(0));
    const from = door.published.length;
    await Promise.all(Array.from({ length: 4 }, () => sendReminders(door.context)));
    door.setClock(null);
    const keys = door.published.slice(from).map((one) => one.payload.dedupeKey);
    expect(new Set(keys).size).toBe(3);
    expect(keys).toHaveLength(3);
  });

  test('when a payment holds the invoice, then the reminder passes it over and comes later', async () => {
    const { invoice } = await invoiceOf(world);
    await door.db.transaction(async (trx) => {
      await trx('enrollment_invoices').where({ id: invoice.id }).forNoKeyUpdate().first();
      expect(await run(at(0))).toEqual([]);
    });
    expect(await run(at(0))).toHaveLength(1);
  });

  test('when the configuration names other days, then those count; with none, no reminder is sent', async () => {
    const other = await openPayments({ REMINDER_DAYS: '-1,30' });
    const none = await openPayments({ REMINDER_DAYS: '' });
    for (const [one, expected] of [
      [other, 2],
      [none, 0],
    ] as const) {
      await invoiceOf(one);
      const from = one.door.published.length;
      for (let day = -10; day <= 40; day += 1) {
        one.door.setClock(at(day));
        await sendReminders(one.door.context);
      }
      expect(one.door.published.slice(from)).toHaveLength(expected);
      await one.close();
    }
    const { REMINDER_DAYS } = configSchema.shape;
    expect(REMINDER_DAYS.safeParse('besok').success).toBe(false);
    expect(REMINDER_DAYS.parse(undefined)).toEqual([-7, -3, 0, 3, 14]);
  });
});

describe('the hours of reminders', () => {
  test.each([
    ['2026-11-21T01:59:59Z', false],
    ['2026-11-21T02:00:00Z', true],
    ['2026-11-21T12:59:59Z', true],
    ['2026-11-21T13:00:00Z', false],
    ['2026-11-20T17:00:00Z', false],
  ])('when it is %s, then a reminder may leave: %s', (moment, may) => {
    expect(isReminderTime(new Date(moment))).toBe(may);
  });
});
