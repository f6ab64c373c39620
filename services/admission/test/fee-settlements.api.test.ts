import { admissionDashboard, type AdmissionArea } from '@gerbang/contracts/dashboard';
import { admissionExport, type AdmissionExport } from '@gerbang/contracts/admission-export';
import { getRegistration } from '@gerbang/contracts/registrations';
import { getStaffRegistration } from '@gerbang/contracts/staff-registrations';
import { checkFeeProof } from '@gerbang/contracts/proof-checks';
import { verifyPayment } from '@gerbang/contracts/registration-payments';
import { PAYMENT_STATUSES } from '@gerbang/domain/registration-payments';
import { mortalDatabase } from '@gerbang/service-kit/testing/mortal-database';
import { uuidv7 } from 'uuidv7';
import { replayBookedFees } from '../src/registration-payments/booked-fees.ts';
import type { Caller, Door } from './door.ts';
import { publishedSince, statuses } from './families.ts';
import { FINANCE, openSettlements, settled, type Settled, settlements } from './fee-settlements.ts';
import { inState, traces } from './staff.ts';

describe('a registration fee that the bank paid', () => {
  let door: Door;
  let finance: Caller;
  let settle: ReturnType<typeof settlements>;
  beforeAll(async () => {
    ({ door, finance, settle } = await openSettlements());
  });
  afterAll(() => door.close());

  const verify = (id: string, body: object) => door.call(verifyPayment, finance, { params: { id }, body });
  const history = (id: string) =>
    door.db('registration_payment_events').where({ registration_id: id }).orderBy('id');
  const told = (since: number, type: string) => publishedSince(door, since, type);
  const refusals = (since: number) => told(since, 'fee.settlement.refused').map(({ reason }) => reason);

  test.each(PAYMENT_STATUSES)(
    'when the fee is %s and money comes, then it is verified with what was there, or refused',
    async (from) => {
      const { made, family } = await inState(door, from);
      const before = await traces(door, made.id);
      const since = door.published.length;
      const event = settled(made);
      await settle(event);
      const after = await traces(door, made.id);
      if (from === 'verified') {
        expect(after).toEqual(before);
        expect(told(since, 'fee.settlement.refused')).toEqual([
          { registration_id: made.id, amount: made.payment_amount, source: event.source, reason: 'already' },
        ]);
        return;
      }
      expect(after.row).toMatchObject({
        payment_status: 'verified',
        payment_evidence_file_id: before.row.payment_evidence_file_id,
        settled_by_line_id: event.source.id,
        settled_by_pay_request_id: null,
        payment_verified_by: FINANCE.id,
        payment_verified_by_name: FINANCE.name,
        rejection_reason: null,
        version: before.row.version + 1,
      });
      const [entry] = await history(made.id);
      expect(entry).toMatchObject({
        from_status: from,
        to_status: 'verified',
        cause: 'bank',
        file_id: before.row.payment_evidence_file_id,
        settled_by_line_id: event.source.id,
        settled_on: '2026-11-18',
        actor_id: FINANCE.id,
      });
      expect(told(since, 'registration.changed')).toMatchObject([
        { id: made.id, payment_status: 'verified', payment_verified_at: expect.any(String) },
      ]);
      expect(told(since, 'fee.booked')).toMatchObject([
        { id: entry.id, amount: made.payment_amount, paid_on: '2026-11-18', method: 'bank_line' },
      ]);
      expect(told(since, 'message.requested')).toMatchObject([
        { kind: 'fee_verified', dedupeKey: `fee_verified:${entry.id}`, accountId: family.id },
      ]);
      expect(refusals(since)).toEqual([]);
      const [note] = await door
        .db('audit_events')
        .where({ subject_id: made.id, action: 'registration.payment_settled' });
      expect(note).toMatchObject({
        actor_id: FINANCE.id,
        actor_name: FINANCE.name,
        details: { settled_by: 'bank_line', source_id: event.source.id, settled_on: '2026-11-18' },
      });
    },
  );

  test('when a fee is paid by the bank without a proof, then family, staff and the check of proofs show it', async () => {
    const { made, family } = await inState(door, 'pending');
    expect(made).not.toHaveProperty('settled_by');
    await settle(settled(made));
    const own = (await door.call(getRegistration, family, { params: { id: made.id } })).json();
    const wanted = { settled_by: 'bank_line', payment_evidence_url: null, payment_evidence_filename: null };
    expect(own).toMatchObject({ ...wanted, payment_status: 'verified' });
    const params = { id: made.id };
    const seen = (await door.call(getStaffRegistration, finance, { params })).json();
    expect(seen).toMatchObject({ ...wanted, verified_by_user: { name: FINANCE.name, role: 'finance' } });
    const area = (await door.call(admissionDashboard, finance)).json() as AdmissionArea;
    expect(area.staff?.recent?.find(({ number }) => number === made.registration_number)).toMatchObject({
      kind: 'fee_verified',
      child: seen.child.full_name,
      from_bank: true,
    });
    const exported = (await door.call(admissionExport, family)).json() as AdmissionExport;
    expect(exported.registrations[0]?.payment_history.at(-1)).toMatchObject({
      to_status: 'verified',
      cause: 'bank',
      by_way_of: 'lewat mutasi bank',
    });
    const check = await door.call(checkFeeProof, finance, { params });
    expect(check.json()).toMatchObject({
      waiting: false,
      proof_url: null,
      same: [],
      sent_at: null,
      payer: null,
    });
  });

  test.each([
    ['the same event comes again', (event: Settled, id: string) => [event, id] as const],
    ['the same line comes in another event', (event: Settled) => [event, uuidv7()] as const],
  ])('when %s, then nothing happens', async (_name, again) => {
    const { made } = await inState(door, 'paid');
    const [event, id] = [settled(made), uuidv7()];
    await settle(event, id);
    const before = [await traces(door, made.id), door.published.length];
    await settle(...again(event, id));
    expect([await traces(door, made.id), door.published.length]).toEqual(before);
  });

  test('when it is another amount, another line, a deleted or an unknown registration, then it is refused with the reason', async () => {
    const since = door.published.length;
    const { made } = await inState(door, 'paid');
    await settle(settled(made, { amount: made.payment_amount - 1 }));
    await settle(settled(made));
    await settle(settled(made));
    const { made: gone } = await inState(door, 'pending');
    await door.db('registrations').where({ id: gone.id }).update({ deleted_at: new Date() });
    await settle(settled(gone));
    await settle(settled({ id: uuidv7(), payment_amount: 350_000 }));
    expect(refusals(since)).toEqual(['amount', 'already', 'deleted', 'deleted']);
    expect(await history(made.id)).toHaveLength(1);
  });

  test.each([
    ['rejected', 'paid'],
    ['paid', 'paid'],
    ['rejected', 'pending'],
  ] as const)(
    'when staff take it back to %s after %s, then the money is given back once',
    async (to, from) => {
      const { made } = await inState(door, from);
      const event = settled(made);
      await settle(event);
      const since = door.published.length;
      const answer = await verify(made.id, { payment_status: to });
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).not.toHaveProperty('settled_by');
      expect(told(since, 'fee.settlement.refused')).toEqual([
        { registration_id: made.id, amount: made.payment_amount, source: event.source, reason: 'undone' },
      ]);
      expect(told(since, 'fee.booked')).toMatchObject([
        { amount: -made.payment_amount, method: 'bank_line' },
      ]);
      expect(await door.db('registrations').where({ id: made.id }).first()).toMatchObject({
        settled_by_line_id: null,
        payment_status: to,
      });
      // The history keeps the line, and the same money may be given to the fee once more.
      expect((await history(made.id)).map(({ cause, settled_by_line_id: line }) => [cause, line])).toEqual([
        ['bank', event.source.id],
        ['verification', null],
      ]);
      await settle(event);
      expect((await history(made.id)).at(-1)).toMatchObject({ cause: 'bank', to_status: 'verified' });
    },
  );

  test('when there is no proof, then the fee cannot go back to waiting', async () => {
    const { made } = await inState(door, 'pending');
    await settle(settled(made));
    const before = await traces(door, made.id);
    const answer = await verify(made.id, { payment_status: 'paid' });
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'proof_missing']);
    expect(await traces(door, made.id)).toEqual(before);
    await verify(made.id, { payment_status: 'rejected', rejection_reason: 'Bukan untuk anak ini' });
    for (const status of ['verified', 'paid']) {
      const refused = await verify(made.id, { payment_status: status });
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'proof_missing']);
    }
  });

  test('when fees are replayed, then one of the bank was paid on the day of the bank', async () => {
    const { made } = await inState(door, 'paid');
    await settle(settled(made, { settled_on: '2026-11-17' }));
    const [{ id }] = await history(made.id);
    const since = door.published.length;
    await replayBookedFees(door.context);
    expect(told(since, 'fee.booked').filter((fee) => fee.id === id)).toMatchObject([
      { paid_on: '2026-11-17', method: 'bank_line' },
    ]);
  });

  test('when 40 verify at once, half of them lines of the bank, then one does and each other line is refused', async () => {
    const { made } = await inState(door, 'paid');
    const since = door.published.length;
    const lines = Array.from({ length: 20 }, () => settled(made));
    const [answers] = await Promise.all([
      Promise.all(lines.map(() => verify(made.id, { payment_status: 'verified' }))),
      Promise.all(lines.map((one) => settle(one))),
    ]);
    expect(new Set(statuses(answers))).toEqual(new Set([200]));
    const entries = await history(made.id);
    expect(entries).toHaveLength(1);
    const won = entries[0].cause === 'bank' ? 1 : 0;
    expect(refusals(since)).toEqual(Array.from({ length: 20 - won }, () => 'already'));
    expect(told(since, 'fee.booked')).toHaveLength(1);
    expect(told(since, 'message.requested')).toHaveLength(1);
  });

  test('when admission dies before any statement, then nothing is written; the next try writes all of it once', async () => {
    const { made } = await inState(door, 'paid');
    const [event, id] = [settled(made), uuidv7()];
    const before = await traces(door, made.id);
    const outbox = async () =>
      Number((await door.db('outbox_events').count<{ n: number }[]>('* as n'))[0]?.n ?? 0);
    const kept = await outbox();
    const work = async (dieAt: number | 'commit') => {
      const { database, arm, died } = mortalDatabase(door.context.config.DATABASE_URL, { max: 2 });
      arm(dieAt);
      const worked = settlements(door, database)(event, id).then(() => arm(null));
      const statements = await Promise.race([worked, died.then(() => null)]);
      if (statements !== null) await database.close();
      return statements;
    };
    let statements: number | null = null;
    for (let dieAt = 1; statements === null; dieAt += 1) {
      statements = await work(dieAt);
      if (statements !== null) break;
      const { row, payments } = await traces(door, made.id);
      expect([row, payments, await outbox()]).toEqual([before.row, before.payments, kept]);
    }
    expect(statements).toBeGreaterThan(8);
    // After the commit, before the queue knew: the event comes again.
    expect(await work(0)).not.toBeNull();
    expect(await history(made.id)).toHaveLength(1);
    expect(await outbox()).toBe(kept + 3);
  });
});
