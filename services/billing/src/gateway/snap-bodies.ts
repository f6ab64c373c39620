import { z } from 'zod';
import type { PayCreated, PayMoney, PayNotification, PayStatus } from './port.ts';

/*
 * Bodies of SNAP BI as this adapter writes and reads them: services 27, 26 and 25 (virtual account), 47, 51 and 52 (QRIS) of the
 * national standard (apidevportal.aspi-indonesia.or.id), with the public texts of Faspay (docs.faspay.co.id), DOKU
 * (developers.doku.com), Winpay (docs.winpay.id) and Midtrans (docs.midtrans.com). Looked up 2026-11-29.
 */

const money = z.object({ value: z.string().max(20), currency: z.string().max(10).optional() });
const text = (most: number) => z.string().min(1).max(most);
const time = z.string().max(40).optional();

const vaSchema = z.object({
  trxId: text(64).optional(),
  virtualAccountNo: text(28),
  paymentRequestId: text(128),
  paidAmount: money,
  trxDateTime: time,
  referenceNo: text(64).optional(),
});
const qrSchema = z.object({
  originalReferenceNo: text(128),
  originalPartnerReferenceNo: text(64),
  latestTransactionStatus: z.string().max(2).default('00'),
  amount: money,
  additionalInfo: z.looseObject({ rrn: text(64).optional(), paidTime: time }).optional(),
});
const vaStatusSchema = z.object({
  virtualAccountData: z.object({
    paymentFlagStatus: z.string().max(2),
    paymentRequestId: text(128).optional(),
    paidAmount: money.optional(),
    transactionDate: time,
    referenceNo: text(64).optional(),
  }),
});
const qrStatusSchema = z.object({
  latestTransactionStatus: z.string().max(2),
  originalReferenceNo: text(128).optional(),
  amount: money.optional(),
  paidTime: time,
  additionalInfo: z.looseObject({ rrn: text(64).optional() }).optional(),
});
const madeVaSchema = z.object({
  virtualAccountData: z.object({ virtualAccountNo: text(28), expiredDate: time }),
});
const madeQrSchema = z.object({
  qrContent: text(1024),
  referenceNo: text(64).optional(),
  validityPeriod: time,
});

/** Rupiah as the standard writes them. */
export const amountText = (rupiah: number) => ({ value: `${rupiah}.00`, currency: 'IDR' });

/** Whole rupiah of an amount as the standard writes it; null for every other text and currency. */
function rupiahOf(amount: z.output<typeof money> | undefined): number | null {
  const { value = '', currency = 'IDR' } = amount ?? {};
  return currency === 'IDR' && /^\d{1,13}\.00$/u.test(value) ? Number(value.slice(0, -3)) : null;
}

function momentOf(value: string | undefined): Date | null {
  const at = new Date(value ?? '');
  return Number.isNaN(at.getTime()) ? null : at;
}

function parsed(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** A notification of a virtual account's payment (25); null where it cannot be read. */
export function readVaWord(raw: Buffer): PayNotification['word'] {
  const { data } = vaSchema.safeParse(parsed(raw));
  if (!data) return null;
  return {
    requestNo: data.trxId ?? '',
    vaNumber: data.virtualAccountNo.trim(),
    isPaid: true,
    money: {
      ref: data.paymentRequestId,
      amount: rupiahOf(data.paidAmount),
      paidAt: momentOf(data.trxDateTime),
      rrn: data.referenceNo ?? null,
    },
  };
}

/** A notification of a QRIS payment (52); null where it cannot be read. */
export function readQrWord(raw: Buffer): PayNotification['word'] {
  const { data } = qrSchema.safeParse(parsed(raw));
  if (!data) return null;
  return {
    requestNo: data.originalPartnerReferenceNo,
    vaNumber: null,
    isPaid: data.latestTransactionStatus === '00',
    money: {
      ref: data.originalReferenceNo,
      amount: rupiahOf(data.amount),
      paidAt: momentOf(data.additionalInfo?.paidTime),
      rrn: data.additionalInfo?.rrn ?? null,
    },
  };
}

type Made = Extract<PayCreated, { state: 'made' }>;

/** The virtual account that was made (27); null where the answer names none. */
export function readMadeVa(answer: unknown): Made | null {
  const { data } = madeVaSchema.safeParse(answer);
  if (!data) return null;
  const { virtualAccountNo, expiredDate } = data.virtualAccountData;
  return {
    state: 'made',
    providerId: null,
    vaNumber: virtualAccountNo.trim(),
    qrContent: null,
    expiresAt: momentOf(expiredDate),
  };
}

/** The QR that was made (47); null where the answer holds none. */
export function readMadeQr(answer: unknown): Made | null {
  const { data } = madeQrSchema.safeParse(answer);
  if (!data) return null;
  return {
    state: 'made',
    providerId: data.referenceNo ?? null,
    vaNumber: null,
    qrContent: data.qrContent,
    expiresAt: momentOf(data.validityPeriod),
  };
}

/** What a flag says: 00 paid; 01, 02, 03 still to be paid; 04, 05, 06 over. Any other counts as unknown, never as paid. */
function stateOf(flag: string | undefined, paid: () => PayMoney, vaNumber: string | null): PayStatus {
  if (flag === '00') return { state: 'paid', money: paid() };
  if (flag === '01' || flag === '02' || flag === '03') return { state: 'open', vaNumber };
  return { state: flag === '04' || flag === '05' || flag === '06' ? 'ended' : 'unknown' };
}

/** How a virtual account stands (26). */
export function readVaStatus(answer: unknown, requestNo: string, vaNumber: string): PayStatus {
  const data = vaStatusSchema.safeParse(answer).data?.virtualAccountData;
  const paid = () => ({
    ref: data?.paymentRequestId ?? requestNo,
    amount: rupiahOf(data?.paidAmount),
    paidAt: momentOf(data?.transactionDate),
    rrn: data?.referenceNo ?? null,
  });
  return stateOf(data?.paymentFlagStatus, paid, vaNumber);
}

/** How a QR stands (51). */
export function readQrStatus(answer: unknown, requestNo: string): PayStatus {
  const { data } = qrStatusSchema.safeParse(answer);
  const paid = () => ({
    ref: data?.originalReferenceNo ?? requestNo,
    amount: rupiahOf(data?.amount),
    paidAt: momentOf(data?.paidTime),
    rrn: data?.additionalInfo?.rrn ?? null,
  });
  return stateOf(data?.latestTransactionStatus, paid, null);
}
