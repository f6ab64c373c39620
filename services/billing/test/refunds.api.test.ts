import type { EventPayload } from '@gerbang/contracts/events';
import { billingDashboard } from '@gerbang/contracts/billing-dashboard';
import { approveMoneyRequest, listMoneyRequests, type MoneyRequest } from '@gerbang/contracts/money-requests';
import type { Refund } from '@gerbang/contracts/refund-shapes';
import { type GivableMoney, listGivable, listRefunds, readRefund } from '@gerbang/contracts/refunds';
import { draftRefund } from '../src/refunds/draft-refund.ts';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { uuidv7 } from 'uuidv7';
import { newKey } from './bank-bookings.ts';
import { type Door, openDoor } from './door.ts';
import { billed, copyOf, payInBooks } from './enrollments.ts';
import { ACCOUNT, approved, begin, begun, codeOf, edit, move, REFUND_REASON } from './refunds.ts';

describe('refunds from a draft to the second person', () => {
  let door: Door;
  let finance: Caller;
  let head: Caller;
  beforeAll(async () => {
    door = await openDoor();
    finance = await door.caller('finance', 'Fina Keuangan');
    head = await door.caller('manager_pendidikan', 'Maya Kepala');
  });
  afterAll(() => door.close());

  /** A family with Rp 5 million paid of its first instalment and a verified fee. */
  async function paid() {
    const made = await billed(door, { payment_scheme: 'installment' });
    const [invoice] = made.invoices;
    await payInBooks(door, invoice!, 5_000_000);
    await door.db('registrations').where({ id: made.copy.id }).update({ payment_amount: 350_000 });
    return { ...made, id: made.copy.id, invoice: invoice!.id };
  }
  const rowOf = async (by: Caller, id: string) =>
    ((await door.call(listRefunds, by)).json() as Refund[]).find((one) => one.id === id);

  test('when finance begins one of an invoice and a fee, then it stands as a draft with a number', async () => {
    const { id, invoice, copy } = await paid();
    const answer = await begin(door, finance, id, [
      { kind: 'invoice', target: invoice, back: 3_000_000 },
      { kind: 'fee', target: id, back: 350_000 },
    ]);
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({
      number: expect.stringMatching(/^PD-\d{4}-\d{6}$/u),
      status: 'draft',
      cause: 'goodwill',
      registration: { id, number: copy.registration_number, child_name: 'Aisyah Putri' },
      lines: [
        { kind: 'invoice', paid: 5_000_000, back: 3_000_000, percent: null, rule_back: null },
        { kind: 'fee', number: copy.registration_number, paid: 350_000, back: 350_000 },
      ],
      deduct: 0,
      total: 3_350_000,
      account: null,
      reason: REFUND_REASON,
      own: true,
    });
  });

  test('when the call comes twice with its key, then there is one refund', async () => {
    const { id, invoice } = await paid();
    const lines = [{ kind: 'invoice', target: invoice, back: 1000 }];
    const key = newKey();
    const [first, second] = [
      await begin(door, finance, id, lines, {}, key),
      await begin(door, finance, id, lines, {}, key),
    ];
    expect(second.json()).toEqual(first.json());
    expect(await door.db('refunds').where({ registration_id: id })).toHaveLength(1);
  });

  test('when money is not there or not of this registration, then nothing begins', async () => {
    const [{ id, invoice, invoices }, other] = [await paid(), await paid()];
    const refused = async (line: { kind: string; target: string; back: number }, change = {}) =>
      codeOf(await begin(door, finance, id, [line], change));
    expect(await refused({ kind: 'invoice', target: invoice, back: 5_000_001 })).toBe('422 more_than_paid');
    expect(await refused({ kind: 'invoice', target: invoices[1]!.id, back: 1 })).toBe('422 more_than_paid');
    expect(await refused({ kind: 'invoice', target: other.invoice, back: 1 })).toBe('422 reference');
    expect(await refused({ kind: 'fee', target: other.id, back: 1 })).toBe('422 reference');
    expect(await refused({ kind: 'unapplied', target: other.id, back: 1 })).toBe('422 reference');
    expect(await refused({ kind: 'invoice', target: invoice, back: 0 })).toBe('400 bad_request');
    expect(await refused({ kind: 'invoice', target: invoice, back: 1 }, { reason: 'pendek' })).toBe(
      '400 bad_request',
    );
    const line = { kind: 'invoice', target: invoice, back: 1 };
    expect(codeOf(await begin(door, finance, id, [line, line]))).toBe('400 bad_request');
    expect(await door.db('refunds').where({ registration_id: id })).toEqual([]);
  });

  test('when it is changed, requested and approved, then two people stand in its way and the family is told', async () => {
    const { id, invoice } = await paid();
    const draft = await begun(door, finance, id, [{ kind: 'invoice', target: invoice, back: 3_000_000 }]);
    expect(draft.account).toEqual({ ...ACCOUNT, number: '•••• 6789', fits: 'father' });
    const lines = [{ kind: 'invoice', target: invoice, back: 2_000_000 }];
    expect((await edit(door, finance, draft, { lines })).statusCode).toBe(400);
    const edited: Refund = (
      await edit(door, finance, draft, { lines, deduct: 50_000, reason: 'Potongan administrasi' })
    ).json();
    expect(edited).toMatchObject({ total: 1_950_000, deduct: 50_000, status: 'draft' });
    expect(codeOf(await move(door, finance, 'request', draft))).toBe('409 stale');
    const requested: Refund = (await move(door, finance, 'request', edited)).json();
    expect(codeOf(await move(door, finance, 'approve', requested))).toBe('403 forbidden');
    const done = await move(door, head, 'approve', requested);
    expect(done.json()).toMatchObject({ status: 'approved', own: false });
    expect((await rowOf(finance, draft.id))?.steps.map(({ step, by }) => [step, by?.name])).toEqual([
      ['begun', 'Fina Keuangan'],
      ['edited', 'Fina Keuangan'],
      ['edited', 'Fina Keuangan'],
      ['requested', 'Fina Keuangan'],
      ['approved', 'Maya Kepala'],
    ]);
    const told = door.published.filter(({ payload }) => payload.kind === 'refund_approved');
    expect(told).toHaveLength(1);
    expect(told[0]?.payload).toMatchObject({ params: { number: draft.number, amount: 'Rp 1.950.000' } });
  });

  test('when a refund waits, then the list of requests has it once with its number, and only itself approves it', async () => {
    const { id, invoice, copy } = await paid();
    const requests = async (by: Caller, query = '') =>
      ((await door.call(listMoneyRequests, by, { query })).json() as MoneyRequest[]).filter(
        (one) => one.registrations[0]?.id === id,
      );
    const draft = await begun(door, finance, id, [{ kind: 'invoice', target: invoice, back: 3_000_000 }]);
    expect(await requests(head)).toEqual([]);
    const badge = async () => (await door.call(billingDashboard, head)).json().staff.money_requests ?? 0;
    const before = await badge();
    const requested: Refund = (await move(door, finance, 'request', draft)).json();
    expect(await badge()).toBe(before + 1);
    expect(await requests(head)).toMatchObject([
      {
        kind: 'refund',
        status: 'waits',
        subject_id: draft.id,
        number: draft.number,
        amount: 3_000_000,
        reason: REFUND_REASON,
        registrations: [{ number: copy.registration_number }],
        asked_by: { name: 'Fina Keuangan', role: 'finance' },
        own: false,
      },
    ]);
    expect(await requests(finance, 'status=waits&sort=amount')).toMatchObject([{ own: true }]);
    expect(await requests(head, 'status=approved')).toEqual([]);
    const first = await door.call(listMoneyRequests, head, { query: 'limit=1' });
    const next = new URLSearchParams(/cursor=[^&>]+/u.exec(String(first.headers.link))?.[0] ?? '');
    if (next.has('cursor')) {
      const second = await door.call(listMoneyRequests, head, { query: `limit=1&${next}` });
      expect(second.json()).toHaveLength(1);
    }
    const approval = { params: { id: draft.id }, body: {}, headers: { 'idempotency-key': newKey() } };
    expect(codeOf(await door.call(approveMoneyRequest, head, approval))).toBe('404 not_found');
    await move(door, head, 'approve', requested);
    expect(await requests(head)).toEqual([]);
  });

  test('when an admin approves what it changed itself, or cancels what it approved itself, then it is refused', async () => {
    const { id, invoice } = await paid();
    const admin = await door.caller('admin', 'Adi Admin');
    const draft = await begun(door, admin, id, [{ kind: 'invoice', target: invoice, back: 1_000_000 }]);
    const requested: Refund = (await move(door, finance, 'request', draft)).json();
    expect(codeOf(await move(door, admin, 'approve', requested))).toBe('403 same_person');
    const agreed: Refund = (await move(door, head, 'approve', requested)).json();
    expect(codeOf(await move(door, finance, 'cancel', agreed))).toBe('403 same_person');
    expect(codeOf(await move(door, admin, 'cancel', agreed))).toBe('403 same_person');
    expect(codeOf(await move(door, head, 'cancel', agreed))).toBe('200 cancelled');
  });

  test('when it has no account, then it is not requested', async () => {
    const { id, invoice } = await paid();
    const draft = await begun(door, finance, id, [{ kind: 'invoice', target: invoice, back: 1 }], null);
    expect(codeOf(await move(door, finance, 'request', draft))).toBe('409 no_account');
  });

  test('when it is asked what can be given back, then what approved refunds give back is left out, and the trail has it', async () => {
    const { id, invoice, invoices, copy } = await paid();
    const promised = [{ kind: 'invoice', target: invoice, back: 2_000_000 }];
    const refund = await approved(door, finance, head, id, promised);
    const answer: GivableMoney = (
      await door.call(listGivable, finance, { query: `registration_id=${id}` })
    ).json();
    expect(answer.registration).toEqual({ id, number: copy.registration_number, child_name: 'Aisyah Putri' });
    expect(answer.lines).toEqual([
      { kind: 'fee', target: id, number: copy.registration_number, paid: 350_000, left: 350_000 },
      { kind: 'invoice', target: invoice, number: refund.lines[0]?.number, paid: 5_000_000, left: 3_000_000 },
    ]);
    expect(answer.invoices.map((one) => one.id)).toEqual(
      invoices
        .filter(({ total_amount, id: one }) => one !== invoice || total_amount > 5_000_000)
        .map((one) => one.id),
    );
    const trail = () => door.db('audit_events').where({ action: 'refund.givable_read' });
    expect(await trail()).toMatchObject([{ actor_id: finance.id, subject_id: id }]);
    const none = { registration: null, lines: [], invoices: [] };
    expect((await door.call(listGivable, finance)).json()).toEqual(none);
    expect((await door.call(listGivable, finance, { query: `unapplied_id=${uuidv7()}` })).json()).toEqual(
      none,
    );
    expect(await trail()).toHaveLength(1);
    const listed = async (query: string) =>
      ((await door.call(listRefunds, finance, { query })).json() as Refund[]).map((one) => one.id);
    expect(await listed(`id=${refund.id}`)).toEqual([refund.id]);
    expect(await listed(`registration_id=${id}`)).toEqual([refund.id]);
  });

  test('when an invoice is of billions, then it is told what can be given back of it, too', async () => {
    const made = await billed(door, { base_education_fee: 3_000_000_000 });
    await payInBooks(door, made.invoices[0]!, 3_000_000_000);
    const query = `registration_id=${made.copy.id}`;
    const answer: GivableMoney = (await door.call(listGivable, finance, { query })).json();
    expect(answer.lines).toMatchObject([{ kind: 'invoice', paid: 3_000_000_000, left: 3_000_000_000 }]);
  });

  test('when it is declined or cancelled, then it has ended', async () => {
    const { id, invoice } = await paid();
    const lines = [{ kind: 'invoice', target: invoice, back: 1000 }];
    const one = await begun(door, finance, id, lines);
    const requested: Refund = (await move(door, finance, 'request', one)).json();
    const declined: Refund = (await move(door, head, 'decline', requested)).json();
    expect(declined.status).toBe('declined');
    expect(codeOf(await move(door, finance, 'request', declined))).toBe('409 refund_state');
    const two = await begun(door, finance, id, lines);
    const cancelled: Refund = (await move(door, finance, 'cancel', two)).json();
    expect(codeOf(await edit(door, finance, cancelled, { account: ACCOUNT }))).toBe('409 refund_state');
  });

  test('when more was promised elsewhere meanwhile, then the second is not approved', async () => {
    const { id, invoice } = await paid();
    const lines = [{ kind: 'invoice', target: invoice, back: 3_000_000 }];
    const second: Refund = (
      await move(door, finance, 'request', await begun(door, finance, id, lines))
    ).json();
    await approved(door, finance, head, id, [{ kind: 'invoice', target: invoice, back: 2_000_001 }]);
    expect(codeOf(await move(door, head, 'approve', second))).toBe('409 more_than_paid');
    expect(codeOf(await begin(door, finance, id, lines))).toBe('422 more_than_paid');
  });

  test('when the list is searched and one is read, then accounts are masked but there', async () => {
    const { id, invoice, copy } = await paid();
    await door.db('registrations').where({ id }).update({ child_name: 'Zahra Kamila' });
    const draft = await begun(door, finance, id, [{ kind: 'invoice', target: invoice, back: 1 }]);
    const found = async (query: string) =>
      ((await door.call(listRefunds, finance, { query })).json() as Refund[]).map((one) => one.id);
    expect(await found(`search=${draft.number}`)).toEqual([draft.id]);
    expect(await found('search=zahra')).toEqual([draft.id]);
    expect(await found(`search=zahra&academic_year=${copy.academic_year}`)).toEqual([draft.id]);
    expect(await found('search=zahra&academic_year=2098/2099')).toEqual([]);
    expect(await found(`status=paid&search=${copy.registration_number}`)).toEqual([]);
    const read = await door.call(readRefund, finance, { params: { id: draft.id } });
    expect(read.json()).toMatchObject({ account: ACCOUNT });
    const trail = await door.db('audit_events').where({ subject_id: draft.id }).orderBy(['at', 'id']);
    expect(trail.map(({ action }) => action)).toEqual(['refund.begun', 'refund.edited', 'refund.read']);
    expect(JSON.stringify(trail)).not.toContain(ACCOUNT.number);
  });

  test('when forty are begun at once, then their numbers have no gap', async () => {
    const copy = await copyOf(door, await door.caller(), { payment_amount: 350_000 });
    const line = { kind: 'fee', target: copy.id, back: 1 };
    const all = await Promise.all(Array.from({ length: 40 }, () => begin(door, finance, copy.id, [line])));
    const counts = all.map((answer) => Number((answer.json() as Refund).number.slice(-6)));
    const sorted = counts.toSorted((a, b) => a - b);
    expect(sorted.map((count) => count - sorted[0]!)).toEqual(Array.from({ length: 40 }, (_, at) => at));
  });

  test('when two people approve forty times at once, then it is approved once', async () => {
    const { id, invoice } = await paid();
    const draft = await begun(door, finance, id, [{ kind: 'invoice', target: invoice, back: 1_000_000 }]);
    const requested: Refund = (await move(door, finance, 'request', draft)).json();
    const admin = await door.caller('admin');
    const all = await Promise.all(
      Array.from({ length: 40 }, (_, at) => move(door, at % 2 ? head : admin, 'approve', requested)),
    );
    const codes = all.map((answer) => codeOf(answer));
    expect(codes.filter((code) => code === '200 approved')).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['200 approved', '409 stale']));
    expect(await door.db('refund_events').where({ refund_id: draft.id, step: 'approved' })).toHaveLength(1);
  });

  test('when invoices were paid, then the draft shares what the rule gives back among them, less what went back before', async () => {
    const { id, invoice, invoices } = await paid();
    await payInBooks(door, { id: invoices[1]!.id }, 1_000_001);
    const left: EventPayload<'withdrawal.refundable'> = {
      withdrawal_id: uuidv7(),
      registration_id: id,
      lines: [
        { kind: 'fee', paid: 350_000, percent: 0, back: 0 },
        { kind: 'education', paid: 6_000_001, percent: 60, back: 3_600_000 },
      ],
      deduct: 250_000,
    };
    const drafted = async (of: typeof left) => {
      await Promise.all(
        Array.from({ length: 40 }, () =>
          door.database.transaction((trx) => draftRefund(door.context, trx, of)),
        ),
      );
      return door.db('refunds').where({ withdrawal_id: of.withdrawal_id });
    };
    const [draft, ...others] = await drafted(left);
    expect(others).toEqual([]);
    expect(draft).toMatchObject({
      total: 3_350_000,
      deduct: 250_000,
      lines: [
        { kind: 'invoice', target: invoice, paid: 5_000_000, percent: 60, rule_back: 3_000_000 },
        { kind: 'invoice', target: invoices[1]!.id, paid: 1_000_001, back: 600_000 },
      ],
    });
    const all = [{ kind: 'invoice', target: invoice, back: 5_000_000 }];
    await approved(door, finance, head, id, all);
    const [rest] = await drafted({ ...left, withdrawal_id: uuidv7() });
    expect(rest.lines).toMatchObject([{ target: invoices[1]!.id, back: 600_000 }]);
    // Less than the deduction is left: there is no draft.
    await approved(door, finance, head, id, [{ kind: 'invoice', target: invoices[1]!.id, back: 800_000 }]);
    expect(await drafted({ ...left, withdrawal_id: uuidv7() })).toEqual([]);
  });

  test('when a family left and its rule gives back, then one draft stands, whatever comes twice, and another figure is marked', async () => {
    const copy = await copyOf(door, await door.caller(), {
      payment_amount: 350_000,
      current_stage: 'withdrawn',
    });
    const left: EventPayload<'withdrawal.refundable'> = {
      withdrawal_id: uuidv7(),
      registration_id: copy.id,
      lines: [{ kind: 'fee', paid: 350_000, percent: 60, back: 210_000 }],
      deduct: 10_000,
    };
    const draft = () => door.database.transaction((trx) => draftRefund(door.context, trx, left));
    await draft();
    await draft();
    const found = ((await door.call(listRefunds, finance)).json() as Refund[]).filter(
      (one) => one.registration.id === copy.id,
    );
    expect(found).toMatchObject([
      {
        status: 'draft',
        cause: 'withdrawal',
        total: 200_000,
        reason: null,
        own: false,
        steps: [{ by: null }],
      },
    ]);
    const lines = [{ kind: 'fee', target: copy.id, back: 350_000 }];
    const body = { lines, reason: 'Kebijakan kepala sekolah' };
    expect((await edit(door, finance, found[0]!, body)).json()).toMatchObject({
      lines: [{ percent: 60, rule_back: 210_000, back: 350_000 }],
      total: 340_000,
    });
    // What is given back of a corrected fee is not the rule's.
    const overpaid = { ...left, withdrawal_id: uuidv7(), deduct: 0, cause: 'overpaid' } as const;
    await Promise.all(
      Array.from({ length: 40 }, () =>
        door.database.transaction((trx) => draftRefund(door.context, trx, overpaid)),
      ),
    );
    expect(await door.db('refunds').where({ withdrawal_id: overpaid.withdrawal_id })).toMatchObject([
      { cause: 'overpaid', total: 210_000, lines: [{ percent: null, rule_back: 210_000 }] },
    ]);
    await expect(
      door.database.transaction((trx) =>
        draftRefund(door.context, trx, { ...left, registration_id: uuidv7() }),
      ),
    ).rejects.toThrow(/not known yet/u);
  });
});
