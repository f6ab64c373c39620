import {
  getOwnRefundPaper,
  listOwnRefunds,
  objectRefund,
  type OwnRefund,
  setRefundAccount,
} from '@gerbang/contracts/own-refunds';
import type { Refund } from '@gerbang/contracts/refund-shapes';
import { listRefunds } from '@gerbang/contracts/refunds';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { billed, payInBooks } from './enrollments.ts';
import { openPayments, type World } from './invoice-payments.ts';
import { ACCOUNT, approved, begun, codeOf, move, pay, useRefunds } from './refunds.ts';

const OTHER = { bank_code: '451', number: '7100012345', owner: 'Siti Rahma' } as const;

describe('refunds as their family sees them', () => {
  let world: World;
  let finance: Caller;
  let head: Caller;
  useRefunds(openPayments, (desk) => ({ world, finance, head } = desk));

  async function paid() {
    const made = await billed(world.door, { payment_scheme: 'installment' });
    const invoice = made.invoices[0]!.id;
    await payInBooks(world.door, { id: invoice }, 5_000_000);
    return {
      id: made.copy.id,
      family: made.family,
      lines: [{ kind: 'invoice', target: invoice, back: 1_000_000 }],
    };
  }
  const own = async (family: Caller): Promise<OwnRefund[]> =>
    (await world.door.call(listOwnRefunds, family)).json();
  const typed = (family: Caller, id: string, body: object = OTHER) =>
    world.door.call(setRefundAccount, family, { params: { id }, body });
  const object = (family: Caller, id: string, text = 'Jumlah ini keliru') =>
    world.door.call(objectRefund, family, { params: { id }, body: { text } });

  test('when money is on its way, then its family reads the whole way, without the people of the school', async () => {
    const { door } = world;
    const { id, family, lines } = await paid();
    const refund = await approved(door, finance, head, id, lines);
    const [first] = await own(family);
    expect(first).toMatchObject({
      id: refund.id,
      status: 'approved',
      total: 1_000_000,
      account: { bank_code: '014', number: '•••• 6789', owner: ACCOUNT.owner },
      may: { account: true, object: true },
    });
    expect(first!.steps.map(({ step }) => step)).toEqual(['begun', 'edited', 'requested', 'approved']);
    expect(JSON.stringify(first)).not.toMatch(/Fina|Maya|pindah/u);
    expect(await own(await door.caller())).toEqual([]);
  });

  test('when the family types an account, then it stands; after the approval it is approved anew, the same one is not', async () => {
    const { door } = world;
    const { id, family, lines } = await paid();
    const draft = await begun(door, finance, id, lines, null);
    expect(codeOf(await typed(family, draft.id))).toBe('200 draft');
    const requested: Refund = (await move(door, finance, 'request', { ...draft, version: 2 })).json();
    const agreed: Refund = (await move(door, head, 'approve', requested)).json();
    expect(codeOf(await typed(family, draft.id))).toBe('200 approved');
    expect(codeOf(await typed(family, draft.id, ACCOUNT))).toBe('200 requested');
    expect(codeOf(await pay(door, finance, agreed, { proof: world.admission.upload(finance) }))).toBe(
      '409 stale',
    );
    expect(await door.db('refunds').where({ id: draft.id }).first('account')).not.toMatchObject({
      account: expect.stringContaining(ACCOUNT.number),
    });
  });

  test('when the account is none or the refund another family’s, then nothing is written', async () => {
    const { door } = world;
    const { id, family, lines } = await paid();
    const { id: refund } = await begun(door, finance, id, lines, null);
    const stranger = await door.caller();
    expect(codeOf(await typed(stranger, refund))).toBe('404 not_found');
    expect(codeOf(await object(stranger, refund))).toBe('404 not_found');
    expect(codeOf(await typed(family, refund, { ...OTHER, number: '12-34' }))).toBe('400 bad_request');
    expect(codeOf(await typed(family, refund, { ...OTHER, bank_code: '999' }))).toBe('400 bad_request');
    const old = await door.app.inject({
      method: 'PUT',
      url: `/api/refunds/${refund}/account`,
      headers: door.headers(family, { fresh: 1 }),
      payload: OTHER,
    });
    expect(codeOf(old)).toBe('403 fresh_proof_required');
    expect(await door.db('refunds').where({ id: refund }).first()).toMatchObject({
      account: null,
      version: 1,
    });
  });

  test('when the family objects, then finance reads it once; after the transfer nothing can be said', async () => {
    const { door } = world;
    const { id, family, lines } = await paid();
    const refund = await approved(door, finance, head, id, lines);
    expect(codeOf(await object(family, refund.id))).toBe('200 approved');
    expect(codeOf(await object(family, refund.id))).toBe('409 objected');
    const [row]: Refund[] = (
      await door.call(listRefunds, finance, { query: `search=${refund.number}` })
    ).json();
    expect(row?.objections).toMatchObject([{ text: 'Jumlah ini keliru' }]);
    const trail = await door.db('audit_events').where({ subject_id: refund.id, action: 'refund.objected' });
    expect(JSON.stringify(trail)).not.toContain('keliru');
    const done = await pay(door, finance, row!, { proof: world.admission.upload(finance) });
    expect(codeOf(done)).toBe('200 paid');
    const next = await approved(door, finance, head, id, lines);
    await pay(door, finance, next, { proof: world.admission.upload(finance) });
    expect(codeOf(await object(family, next.id))).toBe('409 refund_state');
    expect(codeOf(await typed(family, next.id, ACCOUNT))).toBe('409 refund_state');
  });

  test('when the transfer is noted, then the family opens its own paper', async () => {
    const { door } = world;
    const { id, family, lines } = await paid();
    const refund = await approved(door, finance, head, id, lines);
    const open = (by: Caller) => door.call(getOwnRefundPaper, by, { params: { id: refund.id } });
    expect(codeOf(await open(family))).toBe('409 refund_state');
    await pay(door, finance, refund, { proof: world.admission.upload(finance) });
    const answer = await open(family);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect((await open(await door.caller())).statusCode).toBe(404);
    expect((await own(family))[0]).toMatchObject({ status: 'paid', may: { account: false, object: false } });
  });
});
