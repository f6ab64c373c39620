import { getRegistration } from '@gerbang/contracts/registrations';
import { verifyPayment } from '@gerbang/contracts/registration-payments';
import { runs } from '@gerbang/domain/testing/runs';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { type BookedFee, bookedFee } from '../src/registration-payments/booked-fees.repository.ts';
import { applyFeeReversal } from '../src/registration-payments/reverse-fee.ts';
import { publishedSince } from './families.ts';
import { type Differences, MISSING, useDifferences } from './fee-differences.ts';
import { FINANCE, settled } from './fee-settlements.ts';
import { inState } from './staff.ts';

const FEES = { KB: 350_000, SD: 550_000 } as const;
const PLACES = { KB: { jenjang: 'KB' }, SD: { jenjang: 'SD', kelas: '1' } } as const;

describe('a fee with a difference that is taken back', () => {
  let door: Differences['door'];
  let fees: Differences['fees'];
  let settle: Differences['settle'];
  useDifferences((opened) => ({ door, fees, settle } = opened));

  const turn = (id: string, to: 'verified' | 'rejected' | 'paid') =>
    door.call(verifyPayment, fees.finance, {
      params: { id },
      body: { payment_status: to, ...(to === 'rejected' && { rejection_reason: 'Bukti keliru' }) },
    });
  const release = (id: string, line_id: string) =>
    door.database.transaction((trx) =>
      applyFeeReversal(
        door.context,
        trx,
        { request_id: uuidv7(), registration_id: id, line_id, reason: 'Keliru dibukukan', actor: FINANCE },
        undefined,
      ),
    );
  const row = (id: string) => door.db('registrations').where({ id }).first();
  const standing = (id: string) =>
    door.db('fee_differences').where({ registration_id: id, ended_id: null }).orderBy('id');
  const money = (since: number) => publishedSince(door, since, 'fee.booked').map(({ amount }) => amount);
  /** A difference that is asked for and that a line of the bank has paid. */
  async function paid() {
    const { family, id } = await fees.moved();
    await fees.decide(id, { way: 'ask' });
    const event = settled({ id, payment_amount: MISSING });
    await settle(event);
    return { family, id, source: event.source };
  }

  test('when it was not paid yet, then the family owes the fee of the corrected level, and nothing beside it', async () => {
    const { id, family } = await fees.moved();
    await fees.decide(id, { way: 'ask' });
    const since = door.published.length;
    await turn(id, 'rejected');
    const one = (await door.call(getRegistration, family, { params: { id } })).json();
    expect(one).toMatchObject({ payment_status: 'rejected', payment_amount: FEES.SD });
    expect(one).not.toHaveProperty('fee_asked');
    expect(money(since)).toEqual([-FEES.KB]);
    await turn(id, 'verified');
    expect(money(since)).toEqual([-FEES.KB, FEES.SD]);
    expect(await fees.difference(id)).toBeUndefined();
  });

  test('when finance had left it, then the old amount is owed; a correction sets what is owed then', async () => {
    const { id } = await fees.moved();
    await fees.decide(id, { way: 'leave', reason: 'Disepakati dengan keluarga' });
    await turn(id, 'rejected');
    expect((await row(id)).payment_amount).toBe(FEES.KB);
    await fees.place(id, PLACES.KB);
    await fees.place(id, PLACES.SD);
    expect([(await row(id)).payment_amount, await standing(id)]).toEqual([FEES.SD, []]);
  });

  test('when it was paid, then its money goes back to billing too, and the whole fee is owed', async () => {
    const { id, source } = await paid();
    const since = door.published.length;
    await turn(id, 'rejected');
    expect(publishedSince(door, since, 'fee.settlement.refused')).toEqual([
      { registration_id: id, amount: MISSING, source, reason: 'undone' },
    ]);
    expect(money(since)).toEqual([-MISSING, -FEES.KB]);
    expect([(await row(id)).payment_amount, await standing(id)]).toEqual([FEES.SD, []]);
  });

  test('when only its line is released, then the fee stays, and finance decides again about what is missing', async () => {
    const { id, source } = await paid();
    const since = door.published.length;
    await release(id, source.id);
    expect(publishedSince(door, since, 'fee.settlement.refused')).toMatchObject([
      { source, reason: 'undone' },
    ]);
    expect(publishedSince(door, since, 'message.requested')).toMatchObject([{ kind: 'data_corrected' }]);
    expect(money(since)).toEqual([-MISSING]);
    expect((await row(id)).payment_status).toBe('verified');
    expect(await fees.difference(id)).toMatchObject({ amount: MISSING, way: null });
  });

  test('when a line that paid neither fee nor difference is released, then billing hears so, and the fee stays', async () => {
    const { id, source } = await paid();
    await release(id, source.id);
    const since = door.published.length;
    // The same again, and a line that is not known here.
    for (const line of [source.id, uuidv7()]) await release(id, line);
    expect(publishedSince(door, since, 'fee.reversal.refused')).toHaveLength(2);
    expect([money(since), (await row(id)).payment_status]).toEqual([[], 'verified']);
  });

  test('when the line that paid the fee is released, then what was paid beside it goes back with it', async () => {
    const { made } = await inState(door, 'paid', 'registered', {
      jenjang: 'KB',
      kelas: null,
      payment_amount: FEES.KB,
    });
    const { id } = made;
    const fee = settled({ id, payment_amount: FEES.KB });
    await settle(fee);
    await fees.place(id, PLACES.SD);
    await fees.decide(id, { way: 'ask' });
    const rest = settled({ id, payment_amount: MISSING });
    await settle(rest);
    const since = door.published.length;
    await release(id, fee.source.id);
    const freed = publishedSince(door, since, 'fee.settlement.refused');
    expect(freed.map(({ amount, source }) => [amount, source])).toEqual([
      [MISSING, rest.source],
      [FEES.KB, fee.source],
    ]);
    expect(await row(id)).toMatchObject({ payment_status: 'rejected', payment_amount: FEES.SD });
  });

  test('when corrections, decisions, money and reversals come in any order, then fee and difference are what the level costs, and the books have what is verified', async () => {
    const step = fc.constantFrom(
      ...([
        'KB',
        'SD',
        'ask',
        'leave',
        'give_back',
        'bank',
        'verified',
        'rejected',
        'paid',
        'release',
      ] as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const { made } = await inState(door, 'paid', 'registered', {
          jenjang: 'KB',
          kelas: null,
          payment_amount: FEES.KB,
        });
        const { id } = made;
        const since = door.published.length;
        await turn(id, 'verified');
        for (const one of steps) {
          const open = (await standing(id)).find(({ paid_at, way }) => paid_at === null && way === 'ask');
          const line = (await standing(id)).find(({ paid_at }) => paid_at !== null)?.settled_by_line_id;
          const { payment_status: now, payment_amount: owed } = await row(id);
          if (one === 'KB' || one === 'SD') await fees.place(id, PLACES[one]);
          else if (one === 'bank') {
            const amount = now === 'verified' ? (open?.amount ?? 1) : owed;
            await settle(settled({ id, payment_amount: amount }));
          } else if (one === 'release') {
            if (line) await release(id, line);
          } else if (one === 'ask' || one === 'leave' || one === 'give_back') {
            await fees.decide(id, { way: one, reason: 'Disepakati dengan keluarga' });
          } else await turn(id, one);
          const { payment_status, payment_amount, jenjang } = await row(id);
          const rest = await standing(id);
          const sum = rest.reduce((all, { amount }) => all + amount, payment_amount);
          expect(sum).toBe(FEES[jenjang as keyof typeof FEES]);
          const extra = rest.filter(({ paid_at }) => paid_at !== null);
          const kept = extra.reduce((all, { amount }) => all + amount, payment_amount);
          const books = publishedSince(door, since, 'fee.booked') as unknown as BookedFee[];
          const total = (entries: readonly BookedFee[]) =>
            entries.reduce((all, { amount }) => all + amount, 0);
          expect(total(books)).toBe(payment_status === 'verified' ? kept : 0);
          // A replay finds the same sum.
          const again = await Promise.all(books.map(({ id: entry }) => bookedFee(door.db, entry)));
          expect(total(again.flatMap((entry) => entry ?? []))).toBe(total(books));
        }
      }),
      { numRuns: runs(200, { plain: 6 }) },
    );
  });
});
