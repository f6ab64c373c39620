import { runs } from '@gerbang/domain/testing/runs';
import { createScheme, listInvoicesOfScheme } from '@gerbang/contracts/payment-schemes';
import { listOwnInvoices, listStaffInvoices, summarizeInvoices } from '@gerbang/contracts/invoices';
import {
  createConfirmation,
  decideConfirmation,
  listConfirmations,
  listStaffConfirmations,
  summarizeConfirmations,
} from '@gerbang/contracts/enrollment-confirmations';
import { listUnapplied } from '@gerbang/contracts/unapplied-receipts';
import type { Caller } from '@gerbang/service-kit/testing/door';
import fc from 'fast-check';
import { anyFields, anyQuery, anyValue, expectOneShape } from '@gerbang/service-kit/testing/any-input';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { DAY, lineOf, moneyFaults, match, newKey, proposed } from './bank-bookings.ts';
import { type Door, openDoor } from './door.ts';
import { billed, confirmationForm, copyOf, finance, processed, schemeForm } from './enrollments.ts';

const VALUE = anyValue('passed', 'installment', 'full', 'goods');
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  E03: [
    'registration_id',
    'child_id',
    'payment_preference',
    'contribution_type',
    'contribution_amount',
    'contribution_description',
    'additional_notes',
    '__proto__',
  ],
  E05: ['status', 'reason', 'decided_by'],
  E06: [
    'enrollment_confirmation_id',
    'registration_id',
    'child_id',
    'grade_level',
    'payment_period',
    'payment_scheme',
    'base_education_fee',
    'cash_contribution',
    'loyalty_program_discount',
    'event_discount',
    'full_payment_discount',
    'group_discount',
    'payment_deadline',
    'first_installment_date',
    'total_discount',
    'final_education_fee',
    'constructor',
  ],
  R07: ['match_ids', 'force'],
  R08: ['targets', 'unapplied', 'reason', 'amount', '__proto__'],
  R11: ['kind', 'id', 'amount', 'note'],
  R12: ['note', 'returned_on', 'amount'],
  R01: ['kind', 'id', 'amount', 'unique_add', '__proto__'],
};
const QUERY = [
  'search',
  'sort',
  'limit',
  'cursor',
  'status',
  'group',
  'id',
  'jenjang',
  'academic_year',
  'due_from',
  'due_until',
  'from',
  'action',
  '__proto__',
];

describe('any input at the calls of billing', () => {
  let door: Door;
  let family: Caller;
  let staff: Caller;
  beforeAll(async () => {
    door = await openDoor();
    family = await door.caller();
    staff = await finance(door);
    await billed(door, {}, family);
  });
  afterAll(() => door.close());

  interface Base {
    readonly caller: Caller;
    readonly params: Record<string, string>;
    readonly body: object;
    readonly headers?: () => Record<string, string>;
  }
  const headers = () => ({ 'idempotency-key': newKey() });
  /** A bill of 1,000 and a line of 2,000 that may pay it. */
  async function billAndLine() {
    const { invoices } = await billed(door, { base_education_fee: 1000 });
    const target = { kind: 'invoice', id: invoices[0]!.id } as const;
    return { target, line: await lineOf(door, 2000) };
  }
  /** Money that stands unapplied, and a bill that it may pay. */
  async function unapplied() {
    const { target, line } = await billAndLine();
    await match(door, staff, line, [{ ...target, amount: 1000 }]);
    const { id } = await door.db('unapplied_receipts').where({ line_id: line }).first('id');
    return { id: String(id), target: (await billAndLine()).target };
  }

  const bases: Record<string, () => Promise<Base>> = {
    E03: async () => ({ caller: family, params: {}, body: confirmationForm(await copyOf(door, family)) }),
    E05: async () => {
      const { confirmation } = await processed(door);
      return { caller: staff, params: { id: confirmation.id }, body: { status: 'declined' } };
    },
    E06: async () => {
      const { confirmation } = await processed(door);
      return { caller: staff, params: {}, body: schemeForm(confirmation) };
    },
    R01: async () => {
      const { id } = await copyOf(door, family, { payment_status: 'pending', payment_amount: 350_000 });
      return { caller: family, params: {}, body: { kind: 'registration_fee', id } };
    },
    R07: async () => {
      const { target, line } = await billAndLine();
      const body = { match_ids: [await proposed(door, line, target, 1000)] };
      return { caller: staff, params: {}, body, headers };
    },
    R08: async () => {
      const { target, line } = await billAndLine();
      const body = { targets: [{ ...target, amount: 1000 }], reason: 'Nama pengirim cocok' };
      return { caller: staff, params: { id: line }, body, headers };
    },
    R11: async () => {
      const { id, target } = await unapplied();
      return { caller: staff, params: { id }, body: { ...target, amount: 500 }, headers };
    },
    R12: async () => {
      const { id } = await unapplied();
      const body = { note: 'Dikembalikan ke pengirim', returned_on: DAY };
      return { caller: staff, params: { id }, body, headers };
    },
  };

  test.each(Object.keys(FIELDS))(
    'when %s is given anything, then it is never a 5xx, always the one shape in Indonesian, and the books balance',
    async (call) => {
      let base = await bases[call]!();
      await fc.assert(
        fc.asyncProperty(anyFields(FIELDS[call] ?? [], VALUE), async (entries) => {
          const body = { ...base.body, ...Object.fromEntries(entries) };
          const { caller, params } = base;
          const answer = await door.call(call, caller, { params, body, headers: base.headers?.() ?? {} });
          expectOneShape(answer, body);
          if (answer.statusCode < 400) base = await bases[call]!();
        }),
        { numRuns: runs(100) },
      );
      expect(await moneyFaults(door)).toEqual([]);
    },
  );

  test('when the query of a list or of the counters is anything, then it is never a 5xx', async () => {
    const calls = [
      [listConfirmations, family],
      [listOwnInvoices, family],
      [listStaffConfirmations, staff],
      [listStaffInvoices, staff],
      [summarizeConfirmations, staff],
      [summarizeInvoices, staff],
      [listUnapplied, staff],
    ] as const;
    await fc.assert(
      fc.asyncProperty(anyQuery(QUERY, '-submitted_at', 'due_date', 'verified'), async (query) => {
        for (const [call, caller] of calls)
          expectOneShape(await door.call(call, caller, { query }), [call, query]);
      }),
      { numRuns: runs(100) },
    );
  });

  test('when schemes are made of any amounts of the lists, then totals and invoices are the rule’s, and anything else is refused', async () => {
    const amount = fc.oneof(fc.integer({ min: 0, max: 50_000_000 }), fc.integer({ min: 0, max: 10 ** 12 }));
    const scheme = fc.record({
      payment_scheme: fc.constantFrom('full', 'installment'),
      base_education_fee: amount,
      cash_contribution: amount,
      loyalty_program_discount: fc.constantFrom(0, 1_500_000),
      event_discount: fc.constantFrom(0, 500_000, 750_000, 1_000_000, 2_000_000),
      full_payment_discount: fc.constantFrom(0, 1_000_000),
      group_discount: fc.constantFrom(0, 750_000, 1_500_000),
    });
    await fc.assert(
      fc.asyncProperty(scheme, async (amounts) => {
        const { confirmation } = await processed(door);
        const answer = await door.call(createScheme, staff, { body: schemeForm(confirmation, amounts) });
        const discount =
          amounts.loyalty_program_discount +
          amounts.event_discount +
          amounts.full_payment_discount +
          amounts.group_discount;
        const total = amounts.base_education_fee + amounts.cash_contribution - discount;
        const possible =
          total >= 0 && total <= 10 ** 12 && (amounts.payment_scheme === 'full' || discount === 0);
        expect(answer.statusCode).toBe(possible ? 201 : 422);
        if (!possible) return;
        expect(answer.json()).toMatchObject({
          ...amounts,
          total_discount: discount,
          final_education_fee: total,
        });
        const params = { schemeId: answer.json().id };
        const invoices: { total_amount: number }[] = (
          await door.call(listInvoicesOfScheme, staff, { params })
        ).json();
        expect(invoices.reduce((sum, one) => sum + one.total_amount, 0)).toBe(total);
      }),
      { numRuns: runs(40) },
    );
    expect(await verifyBooks(door.database)).toEqual([]);
  });
});

describe('what the log and the events say', () => {
  test('when everything is done with canaries, then none is in the log, and in the outbox none in clear', async () => {
    const door = await openDoor();
    const family = await door.caller('wali_murid', 'Kenari Wali');
    const copy = await copyOf(door, family, {
      child_name: 'Kenari Anak',
      father_name: 'Kenari Ayah',
      contact_phone: '+6281399990001',
    });
    const canaries = ['Kenari', '81399990001', 'Rahasia keluarga', 'Alasan rahasia', '31415926'];
    const staff = await finance(door);
    const body = confirmationForm(copy, {
      additional_notes: 'Rahasia keluarga',
      contribution_amount: 31_415_926,
    });
    const { id } = (await door.call(createConfirmation, family, { body })).json();
    await door.call(decideConfirmation, staff, {
      params: { id },
      body: { status: 'declined', reason: 'Alasan rahasia' },
    });
    await door.call(createConfirmation, family, { body });
    const confirmation = (
      await door.call(decideConfirmation, staff, { params: { id }, body: { status: 'processed' } })
    ).json();
    await door.call(createScheme, staff, {
      body: schemeForm(confirmation, { base_education_fee: 31_415_926 }),
    });
    await door.call(listStaffInvoices, staff, { query: 'search=Kenari' });
    await door.call(createConfirmation, family, {
      body: { ...body, additional_notes: 5, contribution_amount: 'Kenari' },
    });
    expect(door.logged()).toContain('/api/enrollment-confirmations');
    expect(canaries.filter((text) => door.logged().includes(text))).toEqual([]);
    const outbox = JSON.stringify(await door.db('outbox_events'));
    expect(canaries.filter((text) => outbox.includes(text))).toEqual([]);
    await door.close();
  });
});
