import { checkPaper } from '@gerbang/contracts/papers';
import type { Refund } from '@gerbang/contracts/refund-shapes';
import { getRefundPaper, listRefunds } from '@gerbang/contracts/refunds';
import { listStaffInvoices, type StaffInvoice } from '@gerbang/contracts/invoices';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { uuidv7 } from 'uuidv7';
import { keepFeeReversal } from '../src/payment-reversals/reverse-fee.ts';
import { keepUnapplied, lineOf } from './bank-bookings.ts';
import { billed, payInBooks } from './enrollments.ts';
import { openPayments, type World } from './invoice-payments.ts';
import { approve, reverse } from './payment-reversals.ts';
import { pdfText } from './pdf-text.ts';
import { approved, begun, codeOf, edit, move, moveTo, pay, useRefunds } from './refunds.ts';

describe('refunds that are transferred or moved', () => {
  let world: World;
  let finance: Caller;
  let head: Caller;
  useRefunds(openPayments, (desk) => ({ world, finance, head } = desk));

  async function paid(family?: Caller) {
    const { door } = world;
    const made = await billed(door, { payment_scheme: 'installment' }, family);
    const [invoice] = made.invoices;
    const payment = await payInBooks(door, invoice!, 5_000_000);
    await door.db('registrations').where({ id: made.copy.id }).update({ payment_amount: 350_000 });
    return { ...made, id: made.copy.id, invoice: invoice!.id, payment };
  }
  const slip = () => world.admission.upload(finance);

  /** Money of a line that pays nothing, as an open receipt. */
  async function unapplied(amount: number): Promise<string> {
    const line = await lineOf(world.door, amount);
    expect((await keepUnapplied(world.door, finance, line, 'unknown')).statusCode).toBe(200);
    const { id } = await world.door.db('unapplied_receipts').where({ line_id: line }).first('id');
    return id;
  }

  test('when it was transferred, then contra entries stand by line, and the invoice keeps what it was paid', async () => {
    const { door, admission } = world;
    const { id, invoice } = await paid();
    const refund = await approved(door, finance, head, id, [
      { kind: 'invoice', target: invoice, back: 3_000_000 },
      { kind: 'fee', target: id, back: 350_000 },
    ]);
    const done = await pay(door, finance, refund, { proof: slip() });
    expect(done.json()).toMatchObject({
      status: 'paid',
      paid_on: jakartaDay(new Date()),
      proof_url: expect.stringMatching(/^\/api\/files\//u),
    });
    expect(await door.db('refund_ledger').where({ refund_id: refund.id }).orderBy('amount')).toMatchObject([
      { kind: 'invoice', target: invoice, amount: -3_000_000 },
      { kind: 'fee', target: id, amount: -350_000 },
    ]);
    const listed: StaffInvoice[] = (
      await door.call(listStaffInvoices, finance, { query: 'limit=200' })
    ).json();
    expect(listed.find((one) => one.id === invoice)).toMatchObject({
      amount_paid: 5_000_000,
      returned: 3_000_000,
    });
    expect(listed.filter((one) => 'returned' in one)).toHaveLength(1);
    expect(admission.claims.at(-1)).toMatchObject({
      attachedTo: 'refund',
      recordId: refund.id,
      path: 'proof',
    });
    const told = door.published.filter(({ payload }) => payload.kind === 'refund_paid');
    expect(told.at(-1)?.payload).toMatchObject({ params: { number: refund.number, amount: 'Rp 3.350.000' } });
  });

  test('when the day or the slip does not fit, or it is not approved, then nothing is booked', async () => {
    const { door } = world;
    const { id, invoice } = await paid();
    const lines = [{ kind: 'invoice', target: invoice, back: 1000 }];
    const draft = await begun(door, finance, id, lines);
    expect(codeOf(await pay(door, finance, draft, { proof: slip() }))).toBe('409 refund_state');
    const refund = await approved(door, finance, head, id, lines);
    const refused = async (body: { proof: string; day?: string }) =>
      codeOf(await pay(door, finance, refund, body));
    expect(await refused({ proof: slip(), day: '2026-01-01' })).toBe('422 returned_on');
    expect(await refused({ proof: slip(), day: '2099-01-01' })).toBe('422 returned_on');
    expect(await refused({ proof: `/api/files/${uuidv7()}` })).toBe('422 file');
    expect(codeOf(await pay(door, finance, { ...refund, version: 1 }, { proof: slip() }))).toBe('409 stale');
    expect(await door.db('refund_ledger').where({ refund_id: refund.id })).toEqual([]);
  });

  test('when it is noted forty times at once, then it is booked once', async () => {
    const { door } = world;
    const { id, invoice } = await paid();
    const refund = await approved(door, finance, head, id, [
      { kind: 'invoice', target: invoice, back: 1_000_000 },
    ]);
    const proof = slip();
    const all = await Promise.all(Array.from({ length: 40 }, () => pay(door, finance, refund, { proof })));
    expect(all.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await door.db('refund_ledger').where({ refund_id: refund.id })).toMatchObject([
      { amount: -1_000_000 },
    ]);
  });

  test('when money went back, then its payment and its fee are not taken back, and no more goes back', async () => {
    const { door } = world;
    const { id, invoice, payment } = await paid();
    const refund = await approved(door, finance, head, id, [
      { kind: 'invoice', target: invoice, back: 1 },
      { kind: 'fee', target: id, back: 350_000 },
    ]);
    expect((await pay(door, finance, refund, { proof: slip() })).statusCode).toBe(200);
    expect(codeOf(await reverse(door, finance, payment))).toBe('409 money_returned');
    const request_id = uuidv7();
    await door.database.transaction((trx) =>
      keepFeeReversal(trx, {
        request_id,
        registration_id: id,
        amount: 350_000,
        reason: 'Uangnya tidak jadi masuk',
        cause: 'bounced',
        actor: { id: finance.id, name: 'Fina Keuangan', role: 'finance' },
      }),
    );
    expect(codeOf(await approve(door, head, request_id))).toBe('409 money_returned');
    await expect(begun(door, finance, id, [{ kind: 'fee', target: id, back: 1 }])).rejects.toThrow(
      /more_than_paid/u,
    );
  });

  test('when a deduction was agreed, then what goes back is the rest', async () => {
    const { door } = world;
    const { id, invoice } = await paid();
    const draft = await begun(door, finance, id, [{ kind: 'invoice', target: invoice, back: 1_000_000 }]);
    const body = { deduct: 50_000, reason: 'Potongan administrasi' };
    const edited: Refund = (await edit(door, finance, draft, body)).json();
    const requested: Refund = (await move(door, finance, 'request', edited)).json();
    const agreed: Refund = (await move(door, head, 'approve', requested)).json();
    expect((await pay(door, finance, agreed, { proof: slip() })).json()).toMatchObject({ total: 950_000 });
    expect(await door.db('refund_ledger').where({ refund_id: draft.id })).toMatchObject([
      { amount: -950_000 },
    ]);
  });

  test('when money paid nothing, then it is closed with the number, and the rest stands', async () => {
    const { door } = world;
    const { id } = await paid();
    const receipt = await unapplied(500_000);
    const refund = await approved(door, finance, head, id, [
      { kind: 'unapplied', target: receipt, back: 400_000 },
    ]);
    expect((await pay(door, finance, refund, { proof: slip() })).statusCode).toBe(200);
    const [closed, rest] = await door
      .db('unapplied_receipts')
      .where('line_id', door.db('unapplied_receipts').where({ id: receipt }).select('line_id'))
      .orderBy(['created_at', 'id']);
    expect(closed).toMatchObject({ status: 'returned', amount: 400_000, note: refund.number });
    expect(rest).toMatchObject({ status: 'open', amount: 100_000, cause: 'split_rest' });
  });

  test('when it is moved to a sister, then her invoice is paid and no bank moves; to others it does not go', async () => {
    const { door } = world;
    const { id, family, invoice } = await paid();
    const sister = await billed(door, { base_education_fee: 1_000_000 }, family);
    const stranger = await billed(door);
    const receipt = await unapplied(600_000);
    const lines = [{ kind: 'unapplied', target: receipt, back: 600_000 }];
    const refund = await approved(door, finance, head, id, lines, null);
    expect(codeOf(await pay(door, finance, refund, { proof: slip() }))).toBe('409 no_account');
    expect(codeOf(await moveTo(door, finance, refund, stranger.invoices[0]!.id))).toBe('404 not_found');
    expect(codeOf(await moveTo(door, finance, refund, sister.invoices[0]!.id))).toBe('200 moved');
    const { paid_amount } = await door
      .db('enrollment_invoices')
      .where({ id: sister.invoices[0]!.id })
      .first();
    expect(paid_amount).toBe(600_000);
    expect(await door.db('refund_ledger').where({ refund_id: refund.id })).toEqual([]);
    const booked = await approved(door, finance, head, id, [{ kind: 'invoice', target: invoice, back: 1 }]);
    expect(codeOf(await moveTo(door, finance, booked, sister.invoices[0]!.id))).toBe('409 refund_state');
  });

  test('when its paper is opened, then its figures and its check agree, and it is there once it is paid', async () => {
    const { door } = world;
    const { id, invoice } = await paid();
    const refund = await approved(door, finance, head, id, [
      { kind: 'invoice', target: invoice, back: 1_250_000 },
    ]);
    const open = () => door.call(getRefundPaper, finance, { params: { id: refund.id } });
    expect(codeOf(await open())).toBe('409 refund_state');
    expect((await pay(door, finance, refund, { proof: slip() })).statusCode).toBe(200);
    const [one, two] = await Promise.all([open(), open()]);
    expect([one.statusCode, two.statusCode]).toEqual([200, 200]);
    const papers = await door.db('papers').where({ refund_id: refund.id });
    expect(papers).toMatchObject([{ kind: 'refund', number: refund.number }]);
    const bare = (text: string) => text.replace(/[·\s]/gu, '');
    const text = bare(pdfText(one.rawPayload));
    for (const part of [
      'Bukti pengembalian dana',
      refund.number,
      'Rp 1.250.000',
      'Budi Santoso',
      '•••• 6789',
    ]) {
      expect(text).toContain(bare(part));
    }
    const check = await door.call(checkPaper, 'anon', { params: { code: papers[0]!.code } });
    expect(check.json()).toMatchObject({
      valid: true,
      kind: 'refund',
      number: refund.number,
      amount: 1_250_000,
    });
    expect((await door.call(listRefunds, head, { query: `search=${refund.number}` })).json()).toHaveLength(1);
  });
});
