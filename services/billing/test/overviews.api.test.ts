import { decideConfirmation } from '@gerbang/contracts/enrollment-confirmations';
import { createScheme } from '@gerbang/contracts/payment-schemes';
import { exportInvoices, getAgeing, type Ageing, type Invoice } from '@gerbang/contracts/invoices';
import { billingDashboard, type BillingArea } from '@gerbang/contracts/billing-dashboard';
import { ROLES } from '@gerbang/domain/roles';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { inflateRawSync } from 'node:zlib';
import { billed, confirmed, copyOf, finance, processed } from './enrollments.ts';
import { openPayments, type World } from './invoice-payments.ts';
import { check, invoiceOf, sent } from './payment-calls.ts';

const DUE = '2029-08-31';
const after = (days: number, clock = '10:00') =>
  new Date(Date.parse(`${DUE}T${clock}:00+07:00`) + days * 86_400_000);

/** The text of the sheet inside a workbook. */
function sheetOf(book: Buffer): string {
  for (let at = 0; book.readUInt32LE(at) === 0x04_03_4b_50; ) {
    const [nameLength, extra] = [book.readUInt16LE(at + 26), book.readUInt16LE(at + 28)];
    const name = book.subarray(at + 30, at + 30 + nameLength).toString();
    const start = at + 30 + nameLength + extra;
    const next = book.indexOf(Buffer.from([0x50, 0x4b, 0x03, 0x04]), start);
    const directory = book.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]), start);
    if (name.endsWith('sheet1.xml')) return inflateRawSync(book.subarray(start)).toString();
    if (next < 0 || directory < next) break;
    at = next;
  }
  throw new Error('no sheet');
}

describe('ageing, export and dashboard of invoices', () => {
  let world: World;
  let staff: Caller;
  beforeEach(async () => {
    world = await openPayments();
    staff = await finance(world.door);
  });
  afterEach(() => world.close());

  const ageing = async (query = ''): Promise<Ageing> => {
    const answer = await world.door.call(getAgeing, staff, { query });
    expect(answer.statusCode).toBe(200);
    return answer.json();
  };
  const dashboard = async (caller: Caller): Promise<BillingArea> => {
    const { door } = world;
    const answer = await door.app.inject({
      method: 'GET',
      url: billingDashboard.path,
      headers: door.headers(caller),
    });
    expect(answer.statusCode).toBe(200);
    return answer.json();
  };

  test('when the days go by, then what is left moves from bucket to bucket, at midnight of Jakarta', async () => {
    const { door } = world;
    const { family, invoice } = await invoiceOf(world, 10_000_000);
    const paid = await sent(world, family, invoice, { amount_paid: 4_000_000 });
    await check(world, staff, paid.id);
    const bucketAt = async (now: Date) => {
      door.setClock(now);
      const { as_of, total, buckets } = await ageing();
      door.setClock(null);
      expect(total).toEqual({ invoices: 1, amount: 6_000_000 });
      const filled = Object.entries(buckets).filter(([, one]) => one.invoices > 0);
      expect(filled).toHaveLength(1);
      expect(filled[0]![1]).toEqual(total);
      return [as_of, filled[0]![0]];
    };
    expect(await bucketAt(after(0, '23:59'))).toEqual([DUE, 'not_due']);
    expect(await bucketAt(after(1, '00:00'))).toEqual(['2029-09-01', '1_30']);
    expect((await bucketAt(after(30)))[1]).toBe('1_30');
    expect((await bucketAt(after(31)))[1]).toBe('31_60');
    expect((await bucketAt(after(61)))[1]).toBe('61_90');
    expect((await bucketAt(after(91)))[1]).toBe('over_90');
  });

  test('when it is asked a level and a year, then each has its sums, and what is paid is left out', async () => {
    const { door } = world;
    await billed(door, { payment_scheme: 'installment' });
    const made = await processed(door, { jenjang: 'TK', kelas: 'TK A', academic_year: '2027/2028' });
    await door.call(createScheme, staff, {
      body: {
        enrollment_confirmation_id: made.confirmation.id,
        registration_id: made.copy.id,
        child_id: made.copy.child_id,
        grade_level: 'TK',
        payment_period: 'Gelombang 1',
        payment_scheme: 'full',
        base_education_fee: 7_000_000,
        payment_deadline: DUE,
      },
    });
    const all = await ageing();
    expect(all.total).toEqual({ invoices: 5, amount: 27_000_000 });
    expect(all.levels.map((one) => [one.jenjang, one.total.invoices, one.total.amount])).toEqual([
      ['TK', 1, 7_000_000],
      ['SD', 4, 20_000_000],
    ]);
    expect((await ageing('jenjang=TK')).total).toEqual({ invoices: 1, amount: 7_000_000 });
    expect((await ageing('jenjang=TK')).levels.map((one) => one.jenjang)).toEqual(['TK']);
    expect((await ageing('academic_year=2026/2027')).total.invoices).toBe(4);
    expect((await door.call(getAgeing, staff, { query: 'jenjang=SMA' })).statusCode).toBe(400);
    expect((await door.call(getAgeing, staff, { query: 'status=overdue' })).statusCode).toBe(400);
  });

  test('when the list is exported, then its rows are typed, filtered as the list is, and noted before they leave', async () => {
    const { door } = world;
    const { family, invoice } = await invoiceOf(world, 10_000_000);
    await door.db('registrations').where({ id: invoice.registration_id }).update({
      child_name: '=HYPERLINK("http://x")',
      father_name: null,
      mother_name: null,
      contact_phone: null,
    });
    const account = await door.db('accounts').where({ id: family.id }).first();
    await invoiceOf(world, 3_000_000);
    const paid = await sent(world, family, invoice, { amount_paid: 4_000_000 });
    await check(world, staff, paid.id);
    const whole = await door.call(exportInvoices, staff, { query: 'sort=-total_amount' });
    expect(whole.headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': expect.stringMatching(/^attachment; filename="tagihan-\d{4}-\d\d-\d\d\.xlsx"$/u),
      'cache-control': 'no-store',
    });
    const sheet = sheetOf(whole.rawPayload);
    const rows = sheet.match(/<row>.*?<\/row>/gu) ?? [];
    expect(rows).toHaveLength(3);
    expect(rows[0]).toContain('Nomor Tagihan');
    for (const text of [invoice.invoice_number, account.name, account.phone]) expect(rows[1]).toContain(text);
    expect(rows[1]).toContain('<v>10000000</v>');
    expect(rows[1]).toContain('<v>6000000</v>');
    expect(rows[1]).toContain('Dibayar Sebagian');
    // A text that looks like a formula is a quoted text.
    expect(rows[1]).toContain('s="5" t="inlineStr"');
    const few = sheetOf((await door.call(exportInvoices, staff, { query: 'status=pending' })).rawPayload);
    expect(few.match(/<row>/gu)).toHaveLength(2);
    const trail = await door.db('audit_events').where({ action: 'invoice.exported' }).orderBy(['at', 'id']);
    expect(trail.map((one) => [one.actor_id, one.details.rows, one.details.filters])).toEqual([
      [staff.id, 2, {}],
      [staff.id, 1, { status: 'pending' }],
    ]);
    expect((await door.call(exportInvoices, staff, { query: 'limit=5' })).statusCode).toBe(400);
  });

  test('when a person exports too often within an hour, at once too, then it waits; others go on', async () => {
    const own = await openPayments({ STAFF_EXPORTS_PER_HOUR: '3' });
    const [staff, other] = [await own.door.caller('finance'), await own.door.caller('finance')];
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => own.door.call(exportInvoices, staff)));
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect([answers.filter(({ statusCode }) => statusCode === 200).length, refused.length]).toEqual([3, 2]);
    expect(await own.door.db('audit_events').where({ action: 'invoice.exported' })).toHaveLength(3);
    expect((await own.door.call(exportInvoices, other)).statusCode).toBe(200);
    await own.close();
  });

  test('when a parent opens the dashboard, then the next payment, all of them, and what is to be confirmed', async () => {
    const { door } = world;
    const family = await door.caller();
    expect(await dashboard(family)).toEqual({
      parent: {
        exact_amounts: false,
        next_payment: null,
        outstanding: { invoices: 0, amount: 0 },
        to_confirm: [],
      },
      staff: null,
    });
    const { invoices } = await billed(door, { payment_scheme: 'installment' }, family);
    const waiting = await copyOf(door, family, { child_name: 'Fatih', current_stage: 'passed' });
    await copyOf(door, family, { child_name: 'Belum', current_stage: 'waiting_announcement' });
    const declined = await confirmed(door, { child_name: 'Zahra' }, family);
    const decision = { status: 'declined', reason: 'Data belum lengkap' };
    await door.call(decideConfirmation, staff, { params: { id: declined.confirmation.id }, body: decision });
    await billed(door);

    const first: Invoice = invoices[0]!;
    const { parent, staff: none } = await dashboard(family);
    expect(none).toBeNull();
    expect(parent).toMatchObject({
      next_payment: {
        invoice_id: first.id,
        installment_name: 'Tahap 1',
        child_name: 'Aisyah Putri',
        due_date: DUE,
        remaining: 10_000_000,
        status: 'pending',
        overdue: false,
      },
      outstanding: { invoices: 4, amount: 20_000_000 },
    });
    expect(parent?.to_confirm).toEqual([
      { registration_id: waiting.id, child_name: 'Fatih', jenjang: 'SD', kelas: '1', declined: false },
      { registration_id: declined.copy.id, child_name: 'Zahra', jenjang: 'SD', kelas: '1', declined: true },
    ]);
    await sent(world, family, first);
    const later = await dashboard(family);
    expect(later.parent).toMatchObject({
      next_payment: { invoice_id: invoices[1]!.id },
      outstanding: { invoices: 3, amount: 10_000_000 },
    });
    door.setClock(after(70));
    expect((await dashboard(family)).parent?.next_payment).toMatchObject({
      status: 'overdue',
      overdue: true,
    });
    door.setClock(null);
  });

  test('when staff open the dashboard, then the waiting work, and money only for roles that may read invoices', async () => {
    const { door } = world;
    expect((await dashboard(staff)).staff).toMatchObject({
      confirmations: { waiting: 0, without_scheme: 0 },
      payments: { waiting: 0, amount: 0, oldest_at: null },
      ageing: { total: { invoices: 0, amount: 0 } },
    });
    await confirmed(door);
    await processed(door);
    const { family, invoice } = await invoiceOf(world, 9_000_000);
    const payment = await sent(world, family, invoice, { amount_paid: 2_000_000 });
    for (const role of ROLES.filter((one) => one !== 'wali_murid')) {
      const { parent, staff: area } = await dashboard(await door.caller(role));
      expect(parent).toBeNull();
      expect(area?.confirmations).toEqual({ waiting: 1, without_scheme: 1 });
      if (['finance', 'manager_pendidikan', 'admin', 'it'].includes(role)) {
        expect(area?.payments).toEqual({ waiting: 1, amount: 2_000_000, oldest_at: payment.created_at });
        expect(area?.ageing?.total).toEqual({ invoices: 1, amount: 9_000_000 });
      } else {
        expect([area?.payments, area?.ageing]).toEqual([null, null]);
      }
    }
    const anonymous = await door.app.inject({
      method: 'GET',
      url: billingDashboard.path,
      headers: door.headers('anon'),
    });
    expect(anonymous.statusCode).toBe(401);
  });
});
