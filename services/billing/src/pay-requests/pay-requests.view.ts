import type { BillingExport } from '@gerbang/contracts/billing-export';
import type { getPayRequest, PayRequest, PayRequestRow } from '@gerbang/contracts/pay-requests';
import { type PayChannel, paySteps } from '@gerbang/domain/pay-requests';
import { notFound, Problem } from '@gerbang/service-kit/http/problems';
import { MINUTE_MS } from '@gerbang/service-kit/program/timers';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { ListedPay } from './pay-lists.repository.ts';
import type { PayRow, PayState } from './pay-requests.repository.ts';

/** 404, alike for a request that does not exist and for another family's. */
export const noRequest = (): Problem => notFound('Permintaan pembayaran tidak ditemukan');

const DOWN: Readonly<Record<PayChannel, string>> = {
  va: 'Virtual Account sedang tidak tersedia. Transfer bank tetap bisa.',
  qris: 'QRIS sedang tidak tersedia. Transfer bank tetap bisa.',
};

/** 503 while the provider does not do what it is asked for. */
export const gatewayDown = (channel: PayChannel): Problem => new Problem(503, 'gateway_down', DOWN[channel]);

/** The name of a bank of virtual accounts; its code where the school has it no more. */
export const bankName = ({ config }: Pick<Context, 'config'>, code: string): string =>
  config.PAY_BANKS?.find((one) => one.code === code)?.name ?? code;

/** An open request as its family pays it. */
export function toPayRequest(context: Pick<Context, 'config'>, row: PayRow): PayRequest {
  const { va_number: number, qr_content: content } = row;
  return {
    id: row.id,
    channel: row.channel,
    ...(number !== null && {
      va: {
        bank: bankName(context, String(row.bank_code)),
        number,
        display: number.replace(/(.{4})(?=.)/gu, '$1 '),
      },
    }),
    ...(content !== null && { qr: { content } }),
    amount: row.amount,
    expires_at: row.expires_at.toISOString(),
    steps: paySteps(row.channel).map(({ app, lines }) => ({ app, lines: [...lines] })),
  };
}

const OFTEN_S = 3;
const SELDOM_S = 15;

/** Where a request stands, and in how many seconds to ask again: often in its first five minutes. */
export function toState(row: PayState, now: Date): z.input<(typeof getPayRequest)['response'][200]> {
  const isYoung = now.getTime() - row.created_at.getTime() < 5 * MINUTE_MS;
  return {
    status: row.status,
    expires_at: row.expires_at.toISOString(),
    paid_at: row.status === 'paid' ? (row.paid_at?.toISOString() ?? null) : null,
    payment_id: row.payment_id,
    next_poll_s: isYoung ? OFTEN_S : SELDOM_S,
  };
}

const moment = (at: Date | null): string | null => (at === null ? null : new Date(at).toISOString());

/** A request as a family's data export holds it. */
export const toHeldPay = (row: PayRow): NonNullable<BillingExport['pay_requests']>[number] => ({
  request_no: row.request_no,
  kind: row.kind,
  registration_id: row.registration_id,
  invoice_id: row.invoice_id,
  channel: row.channel,
  bank_code: row.bank_code,
  amount: row.amount,
  status: row.status,
  va_number: row.va_number,
  rrn: row.rrn,
  paid_amount: row.paid_amount,
  paid_at: moment(row.paid_at),
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
});

/** A request as finance sees it. */
export const toRow = (context: Pick<Context, 'config'>, row: ListedPay): PayRequestRow => ({
  id: row.id,
  version: row.version,
  request_no: row.request_no,
  kind: row.kind,
  target_id: String(row.invoice_id ?? row.registration_id),
  number: row.number,
  child_name: row.child_name,
  channel: row.channel,
  bank_code: row.bank_code,
  bank_name: row.bank_code === null ? null : bankName(context, row.bank_code),
  amount: row.amount,
  status: row.status,
  va_number: row.va_number,
  provider_id: row.provider_id,
  rrn: row.rrn,
  paid_amount: row.paid_amount,
  payment_id: row.payment_id,
  last_error: row.last_error,
  keeps_money: row.keeps_money,
  ...(row.closed_reason !== null && { closed_reason: row.closed_reason }),
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  paid_at: moment(row.paid_at),
  booked_at: moment(row.booked_at),
  settled_on: row.settled_on,
});
