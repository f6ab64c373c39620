import { runs } from '@gerbang/domain/testing/runs';
import {
  listOwnInvoices,
  listStaffInvoices,
  summarizeInvoices,
  type Invoice,
  type OwnInvoice,
  type StaffInvoice,
} from '@gerbang/contracts/invoices';
import { INVOICE_STATUSES } from '@gerbang/domain/invoices';
import type { Caller } from '@gerbang/service-kit/testing/door';
import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { type Door, openDoor } from './door.ts';
import { billed, finance, payInBooks } from './enrollments.ts';

const NOON = new Date('2026-11-21T05:00:00Z');

describe('lists of invoices', () => {
  let door: Door;
  let staff: Caller;
  let family: Caller;
  const invoices: Invoice[] = [];
  beforeAll(async () => {
    door = await openDoor({}, { planted: true });
    door.setClock(NOON);
    staff = await finance(door);
    family = await door.caller();
    const one = await billed(
      door,
      { payment_scheme: 'installment', first_installment_date: '2026-12-01' },
      family,
    );
    const other = await billed(
      door,
      { payment_deadline: '2026-11-22', base_education_fee: 7_000_000 },
      family,
    );
    invoices.push(...one.invoices, ...other.invoices);
    await payInBooks(door, invoices[0]!, 10_000_000);
    await payInBooks(door, invoices[1]!, 1_000_000);
    await payInBooks(door, invoices[1]!, 500_000, 'rejected');
    await payInBooks(door, invoices[2]!, 3_000_000, 'pending');
    await door
      .db('registrations')
      .where({ id: other.copy.id })
      .update({ child_name: 'Bima Sakti', jenjang: 'TK', kelas: 'TK A', contact_phone: '+6281355557777' });
    await billed(door, { base_education_fee: 1_000_000 });
  });
  afterAll(() => door.close());

  const own = async (query = ''): Promise<OwnInvoice[]> =>
    (await door.call(listOwnInvoices, family, { query })).json();
  const all = async (query = ''): Promise<StaffInvoice[]> =>
    (await door.call(listStaffInvoices, staff, { query })).json();
  const summary = async (query = '') => (await door.call(summarizeInvoices, staff, { query })).json();
  const ids = (list: readonly { id: string }[]) => list.map((one) => one.id);

  test('when a parent lists invoices, then only those of the family come, the next due one first, each with its state and sums', async () => {
    const seen = await own();
    expect(seen.map((one) => [one.status, one.payable, one.amount_paid, one.remaining])).toEqual([
      ['pending', true, 0, 7_000_000],
      ['verified', false, 10_000_000, 0],
      ['payment_rejected', true, 1_000_000, 4_000_000],
      ['awaiting_verification', false, 0, 3_000_000],
      ['pending', true, 0, 2_000_000],
    ]);
    expect(seen.map((one) => one.waiting_amount)).toEqual([0, 0, 0, 3_000_000, 0]);
    expect(seen.map((one) => one.receipts?.length)).toEqual([0, 1, 1, 0, 0]);
    expect(seen[1]?.receipts?.[0]?.receipt_number).toMatch(/^KW-2026-\d{6}$/u);
    expect(seen[2]?.rejection_reason).toBe('Bukti tidak terbaca');
    expect(seen[0]?.rejection_reason).toBeNull();
    expect(seen[0]).not.toHaveProperty('parent');
  });

  test('when the counters of /tagihan are computed from the list, then they are the sums of its rows', async () => {
    const payable = (await own()).filter((one) => one.payable);
    expect([payable.length, payable.reduce((sum, one) => sum + one.remaining, 0)]).toEqual([3, 13_000_000]);
  });

  test('when staff list invoices, then those of all families come, with parents and the waiting payment', async () => {
    const seen = await all();
    expect(seen).toHaveLength(6);
    const waiting = seen.find((one) => one.id === invoices[2]?.id);
    expect(waiting).toMatchObject({
      status: 'awaiting_verification',
      waiting_payment: { amount_paid: 3_000_000, payment_date: '2026-11-20', version: 1 },
      child_gender: 'female',
      parent: {
        father_name: 'Budi Santoso',
        contact_phone: '+6281234567890',
        name_from_account: null,
        phone_from_account: null,
      },
      academic_year: '2026/2027',
    });
    expect(seen.filter((one) => one.waiting_payment)).toHaveLength(1);
    expect(Object.keys(seen[0]!)).not.toContain('user_id');
  });

  test.each([
    ['status=awaiting_verification', 1],
    ['status=payment_rejected', 1],
    ['status=verified', 1],
    ['status=pending', 3],
    ['status=overdue', 0],
    ['jenjang=TK', 1],
    ['academic_year=2027/2028', 0],
    ['due_from=2026-12-02', 4],
    ['due_until=2026-12-01', 2],
    ['due_from=2026-12-01&due_until=2026-12-01', 1],
    ['search=bima', 1],
    ['search=sakti%20bima', 1],
    ['search=0813-5555-7777', 1],
    ['search=inv-2026-000001', 1],
    ['search=%25', 0],
    ['search=_', 0],
    [`search=${encodeURIComponent("' OR 1=1--")}`, 0],
    ['search=%5C', 0],
    ['search=budi&status=verified', 1],
    ['search=%20%20', 6],
  ])('when staff ask for %s, then there are %d, counted alike', async (query, count) => {
    const seen = await all(query);
    expect(seen).toHaveLength(count);
    const page = await door.call(listStaffInvoices, staff, { query: `${query}&limit=1` });
    expect(page.headers['x-total-count']).toBe(String(count));
    expect((await summary(query)).total).toBe(count);
  });

  test.each(['', 'jenjang=SD', 'academic_year=2026/2027', 'status=pending'])(
    'when a screen is read under %j, then it has the rows of the whole list, from its start and from the middle on',
    async (query) => {
      const whole = ids(await all(query));
      expect(ids(await all(`${query}&limit=10`))).toEqual(whole);
      const { headers } = await door.call(listStaffInvoices, staff, { query: `${query}&limit=2` });
      const cursor = /cursor=([^&>]+)[^>]*>; rel="next"/u.exec(String(headers.link))?.[1];
      expect(ids(await all(`${query}&limit=10&cursor=${cursor}`))).toEqual(whole.slice(2));
    },
  );

  test('when pages of two are read to the end and back, then every invoice comes once, in order', async () => {
    for (const sort of ['due_date', '-due_date', '-created_at', '-total_amount', 'total_amount']) {
      const whole = ids(await all(`sort=${sort}`));
      const read: string[] = [];
      let url: string | undefined = `/api/admin/invoices?limit=2&sort=${sort}`;
      while (url !== undefined) {
        const answer: LightMyRequestResponse = await door.app.inject({
          method: 'GET',
          url,
          headers: door.headers(staff),
        });
        expect([answer.statusCode, answer.headers['x-total-count']]).toEqual([200, '6']);
        read.push(...ids(answer.json()));
        url = /<([^>]+)>; rel="next"/u.exec(String(answer.headers.link))?.[1];
      }
      expect(read).toEqual(whole);
    }
    expect(await own('limit=2&status=pending')).toHaveLength(2);
    expect(await own('search=BIMA')).toHaveLength(1);
  });

  test('when the counters of a year are asked for, then payments wait in every year, and the others in that of the parts', async () => {
    const [none, both] = [await summary('academic_year=2027/2028'), await summary('parts_year=2027/2028')];
    expect([none.total, both.total]).toEqual([0, 6]);
    for (const { status } of [none, both]) {
      expect(status).toMatchObject({ awaiting_verification: 1, pending: 0, verified: 0 });
    }
    const waiting = await summary('status=awaiting_verification&parts_year=2026/2027');
    expect(waiting).toMatchObject({ total: 1, status: (await summary('academic_year=2026/2027')).status });
  });

  test('when staff ask for the counters, then they are the sums of the rows, each status as if it were chosen', async () => {
    const rows = await all();
    const sum = (of: (one: StaffInvoice) => number) => rows.reduce((total, one) => total + of(one), 0);
    const counted = await summary();
    expect(counted).toMatchObject({
      total: 6,
      total_amount: sum((one) => one.total_amount),
      amount_paid: sum((one) => one.amount_paid),
      outstanding: sum((one) => one.remaining),
    });
    for (const status of INVOICE_STATUSES) {
      expect(counted.status[status]).toBe(rows.filter((one) => one.status === status).length);
    }
    expect((await summary('status=verified')).status).toEqual(counted.status);
    expect(await summary('status=verified')).toMatchObject({
      total: 1,
      total_amount: 10_000_000,
      outstanding: 0,
    });
  });

  test('when any facts are in the database, then its conditions and the domain’s function say the same', async () => {
    const { invoices: many } = await billed(door, {
      payment_scheme: 'installment',
      first_installment_date: '2026-12-01',
    });
    const fact = fc.record({
      paid: fc.constantFrom(0, 1, 2_000_000),
      waiting: fc.boolean(),
      rejected: fc.boolean(),
      today: fc.constantFrom('2026-11-21', '2026-12-01', '2026-12-02', '2027-06-02'),
    });
    await door.db.raw('alter table enrollment_invoices disable trigger all');
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(fact, { minLength: 4, maxLength: 4 }), async (facts) => {
          for (const [index, { paid, waiting, rejected }] of facts.entries()) {
            await door
              .db('enrollment_invoices')
              .where({ id: many[index]?.id })
              .update({ paid_amount: paid, waiting, rejected });
          }
          door.setClock(new Date(`${facts[0]?.today}T05:00:00Z`));
          const rows = await all();
          const counted = await summary();
          for (const status of INVOICE_STATUSES) {
            const expected = ids(rows.filter((one) => one.status === status));
            expect([status, ids(await all(`status=${status}`))]).toEqual([status, expected]);
            expect(counted.status[status]).toBe(expected.length);
          }
        }),
        { numRuns: runs(100) },
      );
    } finally {
      await door.db.raw('alter table enrollment_invoices enable trigger all');
      door.setClock(NOON);
    }
  });

  test('when the day after the due date begins in Jakarta, then the invoice is overdue, not a moment before', async () => {
    const one = await billed(door, { payment_deadline: '2026-11-25' });
    const seen = async (at: string) => {
      door.setClock(new Date(at));
      const [invoice] = (await door.call(listOwnInvoices, one.family)).json();
      return [invoice.status, invoice.overdue, invoice.payable];
    };
    expect(await seen('2026-11-24T16:59:59Z')).toEqual(['pending', false, true]);
    expect(await seen('2026-11-25T16:59:59.999Z')).toEqual(['pending', false, true]);
    expect(await seen('2026-11-25T17:00:00Z')).toEqual(['overdue', true, true]);
    door.setClock(NOON);
  });
});
