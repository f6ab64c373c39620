import type { EventPayload } from '@gerbang/contracts/events';
import { setRefundAccount } from '@gerbang/contracts/own-refunds';
import type { Refund } from '@gerbang/contracts/refund-shapes';
import { listRefunds } from '@gerbang/contracts/refunds';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { uuidv7 } from 'uuidv7';
import { draftRefund } from '../src/refunds/draft-refund.ts';
import { replayReturnedFees } from '../src/refunds/tell-returned-fee.ts';
import { copyOf } from './enrollments.ts';
import { openPayments, type World } from './invoice-payments.ts';
import { ACCOUNT, approved, begun, move, pay, useRefunds } from './refunds.ts';

const FEE = 350_000;

describe('what admission hears of fees that go back', () => {
  let world: World;
  let finance: Caller;
  let head: Caller;
  useRefunds(openPayments, (desk) => ({ world, finance, head } = desk));

  async function paid() {
    const family = await world.door.caller();
    const { id } = await copyOf(world.door, family, { payment_amount: FEE });
    return { id, family, lines: (back: number) => [{ kind: 'fee', target: id, back }] };
  }
  const told = (id: string) =>
    world.door.published
      .filter(({ type, payload }) => type === 'fee.returned' && payload.registration_id === id)
      .map(({ payload }) => payload as EventPayload<'fee.returned'>);
  const figures = (id: string) => told(id).map(({ returned, promised }) => [returned, promised]);
  const slip = () => world.admission.upload(finance);

  test('when a refund of it is agreed to, goes elsewhere, is agreed to again and paid, then each step is told, every one newer', async () => {
    const { door } = world;
    const { id, family, lines } = await paid();
    const refund = await approved(door, finance, head, id, lines(FEE));
    const other = { ...ACCOUNT, number: '7100012345' };
    await door.call(setRefundAccount, family, { params: { id: refund.id }, body: other });
    const asked = { id: refund.id, version: refund.version + 1 };
    const again: Refund = (await move(door, head, 'approve', asked)).json();
    expect((await pay(door, finance, again, { proof: slip() })).statusCode).toBe(200);
    expect(figures(id)).toEqual([
      [0, FEE],
      [0, 0],
      [0, FEE],
      [FEE, 0],
    ]);
    const versions = told(id).map(({ version }) => version);
    expect(versions).toEqual([...new Set(versions)].toSorted((one, two) => one - two));
    expect(told(id).at(-1)?.actor).toEqual({ id: finance.id, name: 'Fina Keuangan', role: 'finance' });
    const before = told(id).at(-1);
    await replayReturnedFees(door.context, 1);
    const { actor: _actor, ...same } = before!;
    expect(told(id).at(-1)).toEqual(same);
  });

  test('when it is cancelled by the second person, then nothing is promised any more', async () => {
    const { door } = world;
    const { id, lines } = await paid();
    const refund = await approved(door, finance, head, id, lines(100_000));
    expect((await move(door, head, 'cancel', refund)).statusCode).toBe(200);
    expect(figures(id)).toEqual([
      [0, 100_000],
      [0, 0],
    ]);
  });

  test('when a refund is only drafted or requested, then admission hears nothing', async () => {
    const { door } = world;
    const { id, lines } = await paid();
    const draft = await begun(door, finance, id, lines(1));
    const requested: Refund = (await move(door, finance, 'request', draft)).json();
    await move(door, head, 'decline', requested);
    expect(told(id)).toEqual([]);
  });

  test('when forty approve, pay and cancel refunds of one fee, then the newest that is told is what the books say', async () => {
    const { door } = world;
    const { id, lines } = await paid();
    const admin = await door.caller('admin');
    const refunds: Refund[] = [];
    for (const back of [100_000, 50_000, 50_000]) {
      const draft = await begun(door, finance, id, lines(back));
      refunds.push((await move(door, finance, 'request', draft)).json());
    }
    await Promise.all(
      Array.from({ length: 20 }, (_none, at) =>
        move(door, at % 2 === 0 ? head : admin, 'approve', refunds[at % 3]!),
      ),
    );
    const agreed = refunds.map((one) => ({ ...one, version: one.version + 1 }));
    const proof = slip();
    await Promise.all(
      Array.from({ length: 20 }, (_none, at) =>
        at % 2 === 0
          ? pay(door, finance, agreed[at % 3]!, { proof })
          : move(door, at % 4 === 1 ? head : admin, 'cancel', agreed[at % 3]!),
      ),
    );
    const rows: { status: string; total: number }[] = await door.db('refunds').where({ registration_id: id });
    const sum = (status: string) =>
      rows.filter((one) => one.status === status).reduce((all, { total }) => all + total, 0);
    const newest = told(id).toSorted((one, two) => two.version - one.version)[0];
    expect(newest).toMatchObject({ returned: sum('paid'), promised: sum('approved') });
    expect(new Set(told(id).map(({ version }) => version)).size).toBe(told(id).length);
  });

  test('when a family typed where it goes when it left, then the draft has it sealed, once, and lists show its last digits', async () => {
    const { door } = world;
    const { id } = await paid();
    const left: EventPayload<'withdrawal.refundable'> = {
      withdrawal_id: uuidv7(),
      registration_id: id,
      lines: [{ kind: 'fee', paid: FEE, percent: 60, back: 210_000 }],
      deduct: 0,
      to: ACCOUNT,
    };
    for (const _twice of [1, 2]) {
      await door.database.transaction((trx) => draftRefund(door.context, trx, left));
    }
    const rows = await door.db('refunds').where({ withdrawal_id: left.withdrawal_id });
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(ACCOUNT.number);
    const [shown] = (
      await door.call(listRefunds, finance, { query: `registration_id=${id}` })
    ).json() as Refund[];
    expect(shown).toMatchObject({ status: 'draft', account: { ...ACCOUNT, number: '•••• 6789' } });
    expect((await move(door, finance, 'request', shown!)).json()).toMatchObject({ status: 'requested' });
  });
});
