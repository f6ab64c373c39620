import { checkPaper } from '@gerbang/contracts/papers';
import { getRefundPaper, listRefunds } from '@gerbang/contracts/refunds';
import type { Refund } from '@gerbang/contracts/refund-shapes';
import { type CashReport, getCashReport } from '@gerbang/contracts/reports';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { uuidv7 } from 'uuidv7';
import { verifyBooks } from '../src/invoice-payments/ledger.repository.ts';
import { endEnrollment } from '../src/payment-schemes/end-enrollment.ts';
import { draftRefund } from '../src/refunds/draft-refund.ts';
import { upload } from './bank-uploads.ts';
import { billed } from './enrollments.ts';
import { type World, usePayments } from './invoice-payments.ts';
import { check, sent } from './payment-calls.ts';
import { ACCOUNT, edit, move, pay } from './refunds.ts';

const today = jakartaDay(new Date());

describe('the whole way of a refund by the rule', () => {
  let world: World;
  usePayments((opened) => void (world = opened));

  test('when a family leaves with one of four instalments paid, then finance, head, bank, paper and report agree', async () => {
    const { door } = world;
    const finance = await door.caller('finance', 'Fina Keuangan');
    const head = await door.caller('manager_pendidikan', 'Maya Kepala');
    const { copy, family, invoices } = await billed(door, { payment_scheme: 'installment' });
    const [first] = invoices;
    const amount_paid = first!.total_amount;
    const payment = await sent(world, family, first!, { amount_paid });
    expect((await check(world, finance, payment.id)).statusCode).toBe(200);
    const { id: registration_id, version } = copy;
    const approved_by = { id: head.id, name: 'Maya Kepala', role: 'manager_pendidikan' } as const;
    const leaving = { registration_id, version, to: 'withdrawn', approved_by, decided: true } as const;
    const origin = { address: '', requestId: 'mundur' };
    expect(await endEnrollment(door.context, leaving, origin)).toMatchObject({ paid: amount_paid });
    const rule = { kind: 'education', paid: amount_paid, percent: 60, back: amount_paid * 0.6 } as const;
    const left = { withdrawal_id: uuidv7(), registration_id, lines: [rule], deduct: 0, to: ACCOUNT };
    await door.database.transaction((trx) => draftRefund(door.context, trx, left));
    const listed = async (): Promise<Refund> =>
      (await door.call(listRefunds, finance, { query: `registration_id=${registration_id}` })).json()[0];
    const draft = await listed();
    expect(draft).toMatchObject({
      status: 'draft',
      cause: 'withdrawal',
      lines: [{ kind: 'invoice', target: first!.id, percent: 60, rule_back: rule.back, back: rule.back }],
      account: { bank_code: ACCOUNT.bank_code, number: '•••• 6789' },
    });

    const back = rule.back - 250_000;
    const lines = [{ kind: 'invoice', target: first!.id, back }];
    const edited = await edit(door, finance, draft, { lines, reason: 'Seragam sudah diambil' });
    const requested: Refund = (await move(door, finance, 'request', edited.json())).json();
    const approved: Refund = (await move(door, head, 'approve', requested)).json();
    const out = { day: today, amount: back, text: `TRSF DB ${draft.number}`, direction: 'out' } as const;
    expect((await upload(door, finance, [out])).statusCode).toBe(201);
    const [offer] = (await listed()).offers;
    expect(offer).toMatchObject({ by: 'number', amount: back });
    const paid = (await pay(door, finance, approved, { bank_line_id: offer!.line_id })).json();
    expect(paid).toMatchObject({ status: 'paid', total: back, lines: [{ rule_back: rule.back, back }] });

    const paper = await door.call(getRefundPaper, finance, { params: { id: draft.id } });
    expect(paper.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const { code } = await door.db('papers').where({ refund_id: draft.id }).first('code');
    expect((await door.call(checkPaper, 'anon', { params: { code } })).json()).toMatchObject({
      valid: true,
      number: draft.number,
      amount: back,
    });
    const query = `from=${today}&to=${today}`;
    const report: CashReport = (await door.call(getCashReport, finance, { query })).json();
    expect(report).toMatchObject({
      total: { amount: amount_paid },
      refunds: { amount: back, count: 1, causes: [{ cause: 'withdrawal', amount: back, count: 1 }] },
      net: amount_paid - back,
    });
    expect(await verifyBooks(door.database)).toEqual([]);
  });
});
