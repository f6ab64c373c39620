import { decideConfirmation, listConfirmations } from '@gerbang/contracts/enrollment-confirmations';
import {
  createScheme,
  getSchemeOfConfirmation,
  listInvoicesOfScheme,
  type Scheme,
} from '@gerbang/contracts/payment-schemes';
import type { Invoice } from '@gerbang/contracts/invoices';
import { MONEY_MAX } from '@gerbang/domain/payment-schemes';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { uuidv7 } from 'uuidv7';
import { type Door, openDoor } from './door.ts';
import { confirmed, finance, processed, schemeForm } from './enrollments.ts';
import { setSchool } from './payment-expectations.ts';

/** Noon in Jakarta. */
const NOON = new Date('2026-11-21T05:00:00Z');

describe('payment schemes', () => {
  let door: Door;
  let staff: Caller;
  beforeAll(async () => {
    door = await openDoor();
    staff = await finance(door);
  });
  beforeEach(() => door.setClock(NOON));
  afterAll(() => door.close());

  const create = (body: unknown, headers: Record<string, string> = {}, caller = staff) =>
    door.call(createScheme, caller, { body, headers });
  const invoicesOf = async (scheme: Scheme, caller = staff): Promise<Invoice[]> =>
    (await door.call(listInvoicesOfScheme, caller, { params: { schemeId: scheme.id } })).json();
  const count = async (table: string) => Number((await door.db(table).count('* as n').first())?.n);
  const made = async () =>
    Promise.all(
      ['enrollment_payment_schemes', 'enrollment_invoices', 'outbox_events', 'audit_events'].map(count),
    );
  const issued = () =>
    door.published.filter((one) => one.type === 'message.requested' && one.payload.kind === 'invoice_issued');

  test('when the school asks for exact amounts, then the message of a new invoice says where the exact one stands', async () => {
    await setSchool(door, { unique_code: { on: true, max: 999 } });
    const before = issued().length;
    const { confirmation } = await processed(door);
    expect((await create(schemeForm(confirmation))).statusCode).toBe(201);
    await setSchool(door, {});
    const said =
      /^Rp [\d.]+.* \(jumlah transfernya, tepat sampai angka terakhir, ada di halaman pembayaran\)$/u;
    expect(issued().slice(before)).toMatchObject([
      { payload: { params: { amount: expect.stringMatching(said) } } },
    ]);
  });

  test('when finance makes a full scheme, then one invoice of the server’s total is issued, and the family is notified', async () => {
    const { confirmation, family } = await processed(door);
    const answer = await create(
      schemeForm(confirmation, {
        payment_period: 'Early Bird',
        cash_contribution: 2_500_000,
        loyalty_program_discount: 1_500_000,
        event_discount: 750_000,
        full_payment_discount: 1_000_000,
        group_discount: 750_000,
        total_discount: 4_000_000,
        final_education_fee: 18_500_000,
      }),
    );
    expect(answer.statusCode).toBe(201);
    const scheme: Scheme = answer.json();
    expect(scheme).toMatchObject({
      enrollment_confirmation_id: confirmation.id,
      grade_level: 'SD',
      payment_period: 'Early Bird',
      payment_scheme: 'full',
      base_education_fee: 20_000_000,
      total_discount: 4_000_000,
      final_education_fee: 18_500_000,
      payment_deadline: '2029-08-31',
      first_installment_date: null,
      created_by: { name: 'Fina Keuangan', role: 'finance' },
    });
    const [invoice, ...others] = await invoicesOf(scheme);
    expect(others).toEqual([]);
    expect(invoice).toMatchObject({
      enrollment_payment_scheme_id: scheme.id,
      installment_stage: null,
      installment_name: 'Lunas sekaligus',
      total_amount: 18_500_000,
      amount_paid: 0,
      remaining: 18_500_000,
      due_date: '2029-08-31',
      status: 'pending',
      payable: true,
      overdue: false,
      child_name: 'Aisyah Putri',
      grade_level: 'SD',
    });
    expect(invoice?.invoice_number).toMatch(/^INV-2026-\d{6}$/u);

    const now = (await door.call(listConfirmations, family)).json()[0];
    expect(now).toMatchObject({
      status: 'processed',
      payment_status: 'invoice_generated',
      enrollment_status: 'payment_scheme_created',
      scheme_id: scheme.id,
      payment_summary: { total_amount: 18_500_000, amount_paid: 0, outstanding_balance: 18_500_000 },
      version: 3,
    });
    const told = door.published.filter((one) => one.payload.id === confirmation.id);
    expect(told.at(-1)?.payload).toMatchObject({ enrollment_status: 'payment_scheme_created', locks: true });
    expect(issued().at(-1)?.payload.params).toEqual({
      child: 'Aisyah Putri',
      number: invoice?.invoice_number,
      amount: 'Rp 18.500.000',
      due: '31 Agustus 2029',
      link: `http://localhost:8080/tagihan?bayar=${invoice?.id}`,
    });
    const params = { confirmationId: confirmation.id };
    expect((await door.call(getSchemeOfConfirmation, family, { params })).json()).toEqual(scheme);
    expect(await invoicesOf(scheme, family)).toEqual([invoice]);
    expect(await door.db('audit_events').where({ subject_id: scheme.id })).toMatchObject([
      { action: 'scheme.created', actor_name: 'Fina Keuangan' },
    ]);
  });

  test.each([
    ['2026-12-31', ['2026-12-31', '2027-02-28', '2027-04-30', '2027-06-30']],
    ['2027-08-31', ['2027-08-31', '2027-10-31', '2027-12-31', '2028-02-29']],
    ['2028-02-29', ['2028-02-29', '2028-04-29', '2028-06-29', '2028-08-29']],
  ])('when the first installment is on %s, then the four are due on %j and add up', async (first, days) => {
    const { confirmation } = await processed(door);
    const answer = await create(
      schemeForm(confirmation, {
        payment_scheme: 'installment',
        base_education_fee: 20_000_001,
        cash_contribution: 50,
        first_installment_date: first,
      }),
    );
    expect(answer.json()).toMatchObject({
      payment_deadline: first,
      first_installment_date: first,
      total_discount: 0,
      final_education_fee: 20_000_051,
    });
    const invoices = await invoicesOf(answer.json());
    expect(
      invoices.map((one) => [one.installment_stage, one.installment_name, one.total_amount, one.due_date]),
    ).toEqual(
      [10_000_026, 5_000_013, 3_000_008, 2_000_004].map((amount, index) => [
        index + 1,
        `Tahap ${index + 1}`,
        amount,
        days[index],
      ]),
    );
    const numbers = invoices.map((one) => Number(one.invoice_number.slice(-6)));
    expect(numbers.map((one) => one - numbers[0]!)).toEqual([0, 1, 2, 3]);
    expect(issued().at(-1)?.payload.params).toMatchObject({
      number: `${invoices[0]?.invoice_number} s.d. ${invoices[3]?.invoice_number}`,
      amount: 'Rp 20.000.051 dalam 4 tahap',
    });
  });

  test('when the amounts are the largest, then every one is kept exactly', async () => {
    const one = await processed(door);
    const base = { base_education_fee: MONEY_MAX, payment_scheme: 'installment' };
    const scheme = (await create(schemeForm(one.confirmation, base))).json();
    expect(scheme.final_education_fee).toBe(MONEY_MAX);
    expect((await invoicesOf(scheme)).map((invoice) => invoice.total_amount)).toEqual([
      500_000_000_000, 250_000_000_000, 150_000_000_000, 100_000_000_000,
    ]);
    const other = await processed(door);
    const over = await create(schemeForm(other.confirmation, { ...base, cash_contribution: 1 }));
    expect([over.statusCode, over.json().code]).toEqual([422, 'final_education_fee']);
  });

  test('when the fee is 0, then its invoice is paid at once and the re-enrolment is complete', async () => {
    const { confirmation, family } = await processed(door);
    const answer = await create(
      schemeForm(confirmation, { base_education_fee: 1_000_000, full_payment_discount: 1_000_000 }),
    );
    expect(answer.statusCode).toBe(201);
    expect(await invoicesOf(answer.json())).toMatchObject([
      { total_amount: 0, status: 'verified', payable: false, remaining: 0 },
    ]);
    expect((await door.call(listConfirmations, family)).json()[0]).toMatchObject({
      status: 'completed',
      enrollment_status: 'confirmed',
      payment_status: 'invoice_generated',
      version: 4,
    });
    const kinds = door.published.slice(-4).map((one) => one.payload.kind ?? one.payload.enrollment_status);
    expect(kinds).toEqual(['payment_scheme_created', 'invoice_issued', 'confirmed', 'enrollment_completed']);
  });

  test.each([
    [{ payment_scheme: 'monthly' }, 'payment_scheme'],
    [{ grade_level: 'sd' }, 'grade_level'],
    [{ payment_period: ' ' }, 'payment_period'],
    [{ base_education_fee: undefined }, 'base_education_fee'],
    [{ base_education_fee: '20000000' }, 'base_education_fee'],
    [{ base_education_fee: '1.000' }, 'base_education_fee'],
    [{ base_education_fee: 1.5 }, 'base_education_fee'],
    [{ base_education_fee: -1 }, 'base_education_fee'],
    [{ base_education_fee: 1e21 }, 'base_education_fee'],
    [{ base_education_fee: null }, 'base_education_fee'],
    [{ cash_contribution: MONEY_MAX + 1 }, 'cash_contribution'],
    [{ event_discount: 0.1 }, 'event_discount'],
    [{ group_discount: '0' }, 'group_discount'],
    [{ payment_deadline: undefined }, 'payment_deadline'],
    [{ payment_deadline: null }, 'payment_deadline'],
    [{ payment_deadline: '2029-02-30' }, 'payment_deadline'],
    [{ payment_deadline: '2029-2-3' }, 'payment_deadline'],
    [{ payment_deadline: '2099-08-31' }, 'payment_deadline'],
    [{ payment_scheme: 'installment', first_installment_date: '2099-08-31' }, 'first_installment_date'],
    [{ payment_deadline: '2029-07-01T00:00:00Z' }, 'payment_deadline'],
    [{ first_installment_date: '2029-01-01' }, 'first_installment_date'],
    [{ payment_scheme: 'installment', first_installment_date: null }, 'payment_deadline'],
    [{ enrollment_confirmation_id: 'x' }, 'enrollment_confirmation_id'],
    [{ created_by_id: uuidv7() }, 'created_by_id'],
    [{ invoice_number: 'INV-2026-000001' }, 'invoice_number'],
  ])('when the body says %j, then 400 names %s', async (change, path) => {
    const { confirmation } = await processed(door);
    const before = await made();
    const answer = await create(schemeForm(confirmation, change));
    expect(answer.statusCode).toBe(400);
    expect(answer.json().issues.map((one: { path: string }) => one.path)).toContain(path);
    expect(await made()).toEqual(before);
  });

  test.each([
    [{ registration_id: uuidv7() }, 'registration_id'],
    [{ child_id: uuidv7() }, 'child_id'],
    [{ grade_level: 'TK' }, 'grade_level'],
    [{ payment_period: 'Gelombang 9' }, 'payment_period'],
    [{ loyalty_program_discount: 500_000 }, 'loyalty_program_discount'],
    [{ event_discount: 1_500_000 }, 'event_discount'],
    [{ full_payment_discount: 1 }, 'full_payment_discount'],
    [{ group_discount: 1_000_000 }, 'group_discount'],
    [{ payment_scheme: 'installment', event_discount: 500_000 }, 'event_discount'],
    [{ base_education_fee: 499_999, event_discount: 500_000 }, 'final_education_fee'],
    [{ total_discount: 1 }, 'total_discount'],
    [{ payment_scheme: 'installment', total_discount: 500_000 }, 'total_discount'],
    [{ final_education_fee: 19_999_999 }, 'final_education_fee'],
    [{ payment_deadline: '2026-11-20' }, 'payment_deadline'],
    [{ payment_scheme: 'installment', first_installment_date: '2026-11-20' }, 'first_installment_date'],
    [{ payment_scheme: 'installment', payment_deadline: '2029-09-30' }, 'payment_deadline'],
  ])('when the scheme says %j, then 422 names %s', async (change, code) => {
    const { confirmation } = await processed(door);
    const before = await made();
    const answer = await create(schemeForm(confirmation, change));
    expect([answer.statusCode, answer.json().code]).toEqual([422, code]);
    expect(answer.json().issues[0].path).toBe(code);
    expect(await made()).toEqual(before);
  });

  test.each([
    ['2026-11-20T16:59:59Z', '2026-11-20', 201],
    ['2026-11-20T17:00:00Z', '2026-11-20', 422],
    ['2026-11-20T17:00:00Z', '2026-11-21', 201],
    ['2026-12-31T16:59:59Z', '2026-12-31', 201],
    ['2026-12-31T17:00:00Z', '2027-01-01', 201],
  ])(
    'when it is %s and the deadline is %s, then %d: the day and the number’s year are Jakarta’s',
    async (at, day, status) => {
      const { confirmation } = await processed(door);
      door.setClock(new Date(at));
      const answer = await create(schemeForm(confirmation, { payment_deadline: day }));
      expect(answer.statusCode).toBe(status);
      if (status !== 201) return;
      const [invoice] = await invoicesOf(answer.json());
      expect(invoice?.invoice_number.slice(0, 8)).toBe(
        at === '2026-12-31T17:00:00Z' ? 'INV-2027' : 'INV-2026',
      );
      expect(invoice).toMatchObject({ overdue: false, status: 'pending' });
      const midnight = new Date(`${day}T17:00:00Z`);
      door.setClock(new Date(midnight.getTime() - 1));
      expect((await invoicesOf(answer.json()))[0]).toMatchObject({ overdue: false, status: 'pending' });
      door.setClock(midnight);
      expect((await invoicesOf(answer.json()))[0]).toMatchObject({
        overdue: true,
        status: 'overdue',
        payable: true,
      });
    },
  );

  test('when the confirmation is not there, waits, was declined or has a scheme, then 404 or 409', async () => {
    const { confirmation, family } = await confirmed(door);
    const missing = await create(schemeForm({ ...confirmation, id: uuidv7() }));
    expect(missing.statusCode).toBe(404);
    const early = await create(schemeForm(confirmation));
    expect([early.statusCode, early.json().code]).toEqual([409, 'not_processed']);
    const params = { confirmationId: confirmation.id };
    for (const caller of [staff, family]) {
      expect((await door.call(getSchemeOfConfirmation, caller, { params })).statusCode).toBe(404);
    }
    await door.call(decideConfirmation, staff, {
      params: { id: confirmation.id },
      body: { status: 'declined' },
    });
    expect((await create(schemeForm(confirmation))).json().code).toBe('not_processed');

    const other = await processed(door);
    expect((await create(schemeForm(other.confirmation))).statusCode).toBe(201);
    const again = await create(schemeForm(other.confirmation));
    expect([again.statusCode, again.json().code, again.json().message]).toEqual([
      409,
      'scheme_exists',
      'Skema pembayaran sudah ada untuk konfirmasi ini',
    ]);
  });

  test('when finance has an older confirmation on the screen, then 409 stale; with the present one it is made', async () => {
    const { confirmation } = await processed(door);
    const stale = await create(schemeForm(confirmation), { 'if-match': '"1"' });
    expect(stale.json()).toMatchObject({ code: 'stale', stale: { present: { version: 2 } } });
    expect((await create(schemeForm(confirmation), { 'if-match': '"2"' })).statusCode).toBe(201);
  });

  test('when the head of the school makes one, then it may; another family sees neither scheme nor invoices', async () => {
    const { confirmation } = await processed(door);
    const answer = await create(schemeForm(confirmation), {}, await door.caller('manager_pendidikan'));
    expect(answer.statusCode).toBe(201);
    const stranger = await door.caller();
    for (const [call, params] of [
      [getSchemeOfConfirmation, { confirmationId: confirmation.id }],
      [listInvoicesOfScheme, { schemeId: answer.json().id }],
      [getSchemeOfConfirmation, { confirmationId: uuidv7() }],
      [listInvoicesOfScheme, { schemeId: uuidv7() }],
    ] as const) {
      const seen = await door.call(call, stranger, { params });
      expect([call, seen.statusCode, seen.json().message]).toEqual([
        call,
        404,
        'Skema pembayaran tidak ditemukan',
      ]);
    }
  });
});
