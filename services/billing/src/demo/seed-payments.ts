import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { DAY_MS } from '@gerbang/service-kit/program/timers';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../context.ts';
import type { PaymentGateway } from '../gateway/port.ts';
import { actOnWord } from '../pay-requests/act-on-word.ts';
import { createPayRequest } from '../pay-requests/create-pay-request.ts';
import { findRequest, storeWord } from '../pay-requests/pay-requests.repository.ts';
import { addSettlement } from '../pay-settlements/add-settlement.ts';
import { isUnasked, isUnsettled } from './demo.repository.ts';

/** What is paid online, each bill once. */
export interface DemoBills {
  /** A registration whose fee is open. */
  readonly fee: { readonly id: string; readonly payment_amount: number };
  /** Three invoices that nothing was paid of. */
  readonly invoices: readonly { readonly id: string; readonly total_amount: number }[];
}
type Body = Parameters<typeof createPayRequest>[3];

const PART = 1_500_000;
/** What the demo's provider keeps of each thousand rupiah by QRIS. */
const QRIS_FEE = 6;

/** The provider as it was yesterday: today's has no memory of that day, and refuses its hours. */
const YESTERDAYS: PaymentGateway = {
  create: async ({ channel, request_no }) => ({
    state: 'made',
    providerId: null,
    vaNumber: channel === 'va' ? `90010${request_no.slice(-11)}` : null,
    qrContent: channel === 'qris' ? `DEMO${request_no}` : null,
    expiresAt: null,
  }),
  status: async () => ({ state: 'none' }),
  cancel: async () => 'cancelled',
  verify: () => ({ status: 401, code: '00' }),
  token: () => null,
};

/** Makes a request of yesterday, and acts on a look that told of so many rupiah. */
async function paidYesterday(
  today: Context,
  caller: Caller,
  body: Body,
  { amount, rrn }: { readonly amount: number; readonly rrn: string },
): Promise<void> {
  const at = new Date(today.now().getTime() - DAY_MS);
  const context: Context = { ...today, gateway: YESTERDAYS, now: () => at };
  const { answer } = await createPayRequest(context, YESTERDAYS, caller, body);
  const request = await findRequest(context.database.knex, answer.id, null);
  if (!request) throw new Error('a request was not written');
  const word = await storeWord(context.database.knex, {
    id: uuidv7(),
    received_at: at,
    service: body.channel === 'va' ? 'va_status' : 'qr_query',
    external_id: 'look',
    provider_ref: `demo-${request.request_no}`,
    request_no: request.request_no,
    amount,
    paid_at: at,
    rrn,
    signature_ok: true,
    body_hash: null,
    body_sealed: null,
  });
  await actOnWord(context, word.id);
}

/**
 * Pays a fee by QRIS and part of an invoice by virtual account, both yesterday, with what the provider handed over of the
 * fee; an invoice by another amount, which finance reviews; and asks the provider for a number that may be paid now.
 */
export async function seedPayments(
  context: Context,
  gateway: PaymentGateway,
  { fee, invoices }: DemoBills,
  as: { readonly parent: (step: string) => Caller; readonly finance: (step: string) => Caller },
): Promise<void> {
  const db = context.database.knex;
  const [open, doubted, paid] = invoices;
  if (!open || !doubted || !paid) throw new Error('the demo has too few invoices');
  if (await isUnasked(db, { registration_id: fee.id })) {
    const body: Body = { kind: 'registration_fee', id: fee.id, channel: 'qris' };
    const money = { amount: fee.payment_amount, rrn: '633200000001' };
    await paidYesterday(context, as.parent('pay-fee'), body, money);
  }
  if (await isUnasked(db, { invoice_id: paid.id })) {
    const body: Body = { kind: 'invoice', id: paid.id, channel: 'va', amount: PART };
    await paidYesterday(context, as.parent('pay-part'), body, { amount: PART, rrn: '633200000002' });
  }
  if (await isUnasked(db, { invoice_id: doubted.id })) {
    const body: Body = { kind: 'invoice', id: doubted.id, channel: 'va' };
    const money = { amount: doubted.total_amount - 1000, rrn: '633200000003' };
    await paidYesterday(context, as.parent('pay-less'), body, money);
  }
  if (await isUnasked(db, { invoice_id: open.id })) {
    await createPayRequest(context, gateway, as.parent('pay-open'), {
      kind: 'invoice',
      id: open.id,
      channel: 'va',
    }).catch((error: unknown) => context.log.warn({ err: error }, 'the simulated bank made no number'));
  }
  const paid_on = jakartaDay(new Date(context.now().getTime() - DAY_MS));
  const channel = 'qris';
  if (await isUnsettled(db, { channel, paid_on })) {
    const cost = Math.floor((fee.payment_amount * QRIS_FEE) / 1000);
    await addSettlement(context, as.finance('settle'), {
      settled_on: jakartaDay(context.now()),
      paid_on,
      channel,
      fee: cost,
      net: fee.payment_amount - cost,
    });
  }
}
