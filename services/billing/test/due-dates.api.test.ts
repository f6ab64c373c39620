import { changeDueDate } from '@gerbang/contracts/due-dates';
import { type Invoice, listOwnInvoices } from '@gerbang/contracts/invoices';
import { addDays } from '@gerbang/domain/reports';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { sendReminders } from '../src/invoice-reminders/send-reminders.ts';
import { type Door } from './door.ts';
import { billed, finance, payInBooks } from './enrollments.ts';
import { openPatientPayments, type World } from './invoice-payments.ts';
import { invoiceNow } from './payment-calls.ts';

const REASON = 'Gaji ayah masuk bulan depan';
const DUE = '2027-03-31';

describe('a due day that moves', () => {
  let world: World;
  let door: Door;
  beforeAll(async () => {
    world = await openPatientPayments();
    door = world.door;
  });
  afterAll(() => world.close());

  async function dueInvoice() {
    const { family, invoices } = await billed(door, { payment_deadline: DUE });
    const [invoice] = invoices;
    if (!invoice) throw new Error('no invoice');
    return { family, staff: await finance(door), invoice };
  }
  const move = (
    by: Caller,
    invoice: Pick<Invoice, 'id' | 'version'>,
    due_date: string,
    change: Record<string, unknown> = {},
  ) =>
    door.call(changeDueDate, by, {
      params: { id: invoice.id },
      body: { due_date, reason: REASON, version: invoice.version, ...change },
    });

  test('when it moves at night, then the family is told in the morning', async () => {
    const { staff, invoice } = await dueInvoice();
    const today = jakartaDay(new Date());
    door.setClock(new Date(`${today}T22:00:00+07:00`));
    try {
      const since = door.published.length;
      expect((await move(staff, invoice, addDays(invoice.due_date, 30))).statusCode).toBe(200);
      const messages = door.published.slice(since).filter(({ type }) => type === 'message.requested');
      expect(messages).toMatchObject([
        { payload: { kind: 'due_date_changed', notBefore: `${addDays(today, 1)}T00:00:00.000Z` } },
      ]);
    } finally {
      door.setClock(null);
    }
  });

  test('when it moves, then staff and family read from when to when and why, and one neutral message leaves', async () => {
    const { family, staff, invoice } = await dueInvoice();
    const later = addDays(invoice.due_date, 30);
    const since = door.published.length;
    const answer = await move(staff, invoice, later);
    expect(answer.statusCode).toBe(200);
    const change = {
      from: invoice.due_date,
      to: later,
      reason: REASON,
      by: { name: 'Fina Keuangan', role: 'finance' },
    };
    expect(answer.json()).toMatchObject({
      due_date: later,
      version: invoice.version + 1,
      due_changes: [change],
    });
    expect(await invoiceNow(door, family, invoice.id)).toMatchObject({
      due_date: later,
      due_changes: [change],
    });
    const messages = door.published.slice(since).filter(({ type }) => type === 'message.requested');
    expect(messages).toHaveLength(1);
    expect(messages[0]?.payload).toMatchObject({
      kind: 'due_date_changed',
      params: { number: invoice.invoice_number },
    });
    expect(JSON.stringify(messages)).not.toContain(REASON);
    const dues = await door.db('invoice_dues').where({ invoice_id: invoice.id }).first();
    expect(dues.due_date).toBe(later);
    const [note] = await door
      .db('audit_events')
      .where({ subject_id: invoice.id, action: 'invoice.due_changed' });
    expect(note.details).toMatchObject({ due_date: { from: invoice.due_date, to: later }, reason: REASON });
  });

  test.each([
    ['the same day', 0, 422],
    ['an earlier day', -1, 422],
    ['the next day', 1, 200],
    ['180 days later', 180, 200],
    ['181 days later', 181, 422],
  ])('when it is to move to %s, then the status is as specified', async (_name, days, status) => {
    const { staff, invoice } = await dueInvoice();
    const answer = await move(staff, invoice, addDays(invoice.due_date, days));
    expect(answer.statusCode).toBe(status);
    if (status === 422)
      expect(answer.json()).toMatchObject({ code: 'due_date', issues: [{ path: 'due_date' }] });
  });

  test('when it moves twice, then 180 days are counted from the first day', async () => {
    const { staff, invoice } = await dueInvoice();
    const moved = (await move(staff, invoice, addDays(DUE, 100))).json();
    const tooLate = await move(staff, moved, addDays(DUE, 181));
    expect([tooLate.statusCode, tooLate.json().issues[0].message]).toEqual([
      422,
      expect.stringContaining('dari tanggal semula'),
    ]);
    const last = await move(staff, moved, addDays(DUE, 180));
    expect(last.statusCode).toBe(200);
    expect((await move(staff, last.json(), addDays(DUE, 181))).json().issues[0].message).toMatch(
      /tidak dapat dimundurkan lagi/u,
    );
  });

  test('when the invoice is paid, seen before a change, or the reason is short, then it stays', async () => {
    const { family, staff, invoice } = await dueInvoice();
    const later = addDays(invoice.due_date, 10);
    expect((await move(staff, invoice, later, { reason: 'Pendek' })).statusCode).toBe(400);
    expect((await move(staff, invoice, later, { version: invoice.version + 1 })).json()).toMatchObject({
      statusCode: 409,
      code: 'stale',
    });
    await payInBooks(door, invoice, invoice.total_amount);
    const now = await invoiceNow(door, family, invoice.id);
    expect((await move(staff, now, later)).json()).toMatchObject({ statusCode: 409, code: 'invoice_paid' });
    expect(now).not.toHaveProperty('due_changes');
  });

  test('when reminders of the former day were sent, then those of the new one follow, each once', async () => {
    const { family, staff, invoice } = await dueInvoice();
    const remind = async (day: string) => {
      door.setClock(new Date(`${day}T10:00:00+07:00`));
      const from = door.published.length;
      await sendReminders(door.context);
      door.setClock(null);
      return door.published
        .slice(from)
        .map(({ payload }) => String(payload.dedupeKey))
        .filter((key) => key.includes(invoice.id));
    };
    const key = `invoice_reminder:${invoice.id}:-3`;
    const later = addDays(invoice.due_date, 20);
    expect(await remind(addDays(invoice.due_date, -3))).toEqual([key]);
    expect((await move(staff, invoice, later)).statusCode).toBe(200);
    expect(await remind(invoice.due_date)).toEqual([]);
    expect(await remind(addDays(later, -3))).toEqual([`${key}:1`]);
    expect(await remind(addDays(later, -3))).toEqual([]);
    expect((await invoiceNow(door, family, invoice.id)).overdue).toBe(false);
  });

  test('when forty move it at once, then it moves once', async () => {
    const { family, staff, invoice } = await dueInvoice();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_one, at) => move(staff, invoice, addDays(invoice.due_date, at + 1))),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array(39).fill(409),
    ]);
    const now: Invoice[] = (await door.call(listOwnInvoices, family)).json();
    expect(now[0]?.due_changes).toHaveLength(1);
    expect(now[0]?.due_date).toBe(now[0]?.due_changes?.[0]?.to);
    expect(now[0]!.due_date > jakartaDay(new Date())).toBe(true);
  });
});
