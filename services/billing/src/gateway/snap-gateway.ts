import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { PayBank, PayGatewayConfig } from '@gerbang/service-kit/snap/pay-config';
import {
  isHmac,
  isRsa,
  isTimely,
  snapTimestamp,
  stringToSign,
  tokenText,
} from '@gerbang/service-kit/snap/signature';
import { z } from 'zod';
import {
  PAY_SERVICES,
  type PayCreated,
  type PaymentGateway,
  type PayMoney,
  type PayNotification,
  type PayRef,
  type PayService,
} from './port.ts';
import type { createSnapCalls, SnapAnswer } from './snap-calls.ts';

const TOKEN_SECONDS = 900;

/** Paths of our webhooks below the base that the provider knows. */
export const SNAP_PATHS = {
  token: '/v1.0/access-token/b2b',
  va_payment: '/v1.0/transfer-va/payment',
  qr_notify: '/v1.0/qr/qr-mpm-notify',
} as const;

const money = z.object({ value: z.string().max(20), currency: z.string().optional() });
const text = (most: number) => z.string().min(1).max(most);
const vaSchema = z.object({
  trxId: text(64).optional(),
  customerNo: text(28).optional(),
  virtualAccountNo: text(28),
  paymentRequestId: text(128),
  paidAmount: money,
  trxDateTime: z.string().max(40).optional(),
  referenceNo: text(64).optional(),
});
const qrSchema = z.object({
  originalReferenceNo: text(128),
  originalPartnerReferenceNo: text(64),
  latestTransactionStatus: z.string().max(2).default('00'),
  amount: money,
  additionalInfo: z
    .looseObject({ rrn: text(64).optional(), paidTime: z.string().max(40).optional() })
    .optional(),
});
const vaStatusSchema = z.object({
  virtualAccountData: z.object({
    paymentFlagStatus: z.string().max(2),
    paymentRequestId: text(128).optional(),
    paidAmount: money.optional(),
    transactionDate: z.string().max(40).optional(),
    referenceNo: text(64).optional(),
  }),
});
const qrStatusSchema = z.object({
  latestTransactionStatus: z.string().max(2),
  originalReferenceNo: text(128).optional(),
  amount: money.optional(),
  paidTime: z.string().max(40).optional(),
  additionalInfo: z.looseObject({ rrn: text(64).optional() }).optional(),
});
const madeVaSchema = z.object({
  virtualAccountData: z.object({ virtualAccountNo: text(28), expiredDate: z.string().max(40).optional() }),
});
const madeQrSchema = z.object({
  qrContent: text(1024),
  referenceNo: text(64).optional(),
  validityPeriod: z.string().max(40).optional(),
});

/** Whole rupiah of an amount as the standard writes it; null for every other text. */
function rupiahOf(value: string | undefined): number | null {
  return value !== undefined && /^\d{1,13}\.00$/u.test(value) ? Number(value.slice(0, -3)) : null;
}
const amountText = (rupiah: number) => ({ value: `${rupiah}.00`, currency: 'IDR' });

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

function vaWord(raw: Buffer): PayNotification['word'] {
  const { data } = vaSchema.safeParse(parsed(raw));
  if (!data) return null;
  return {
    requestNo: data.trxId ?? '',
    vaNumber: data.virtualAccountNo.trim(),
    isPaid: true,
    money: {
      ref: data.paymentRequestId,
      amount: rupiahOf(data.paidAmount.value),
      paidAt: momentOf(data.trxDateTime),
      rrn: data.referenceNo ?? null,
    },
  };
}

function qrWord(raw: Buffer): PayNotification['word'] {
  const { data } = qrSchema.safeParse(parsed(raw));
  if (!data) return null;
  return {
    requestNo: data.originalPartnerReferenceNo,
    vaNumber: null,
    isPaid: data.latestTransactionStatus === '00',
    money: {
      ref: data.originalReferenceNo,
      amount: rupiahOf(data.amount.value),
      paidAt: momentOf(data.additionalInfo?.paidTime),
      rrn: data.additionalInfo?.rrn ?? null,
    },
  };
}

const isDone = (answer: SnapAnswer): answer is NonNullable<SnapAnswer> =>
  answer !== null && answer.responseCode.startsWith('200');
const isCase = (answer: SnapAnswer, status: string, code: string): boolean =>
  answer !== null && answer.responseCode.startsWith(status) && answer.responseCode.endsWith(code);

/**
 * A provider that speaks SNAP BI, as an aggregator's merchant: services 73, 26, 27, 31, 47 and 51 are called, 25 and 52 are
 * taken. Providers differ in paths, ids and how notifications are signed: all of that is configuration.
 */
export function createSnapGateway(
  config: PayGatewayConfig,
  call: ReturnType<typeof createSnapCalls>,
  now: () => Date,
): PaymentGateway {
  function bankOf({ bank_code }: PayRef): PayBank {
    const bank = config.PAY_BANKS?.find(({ code }) => code === bank_code);
    if (!bank) throw new Error('a virtual account of a bank that is not configured');
    return bank;
  }

  /** The three numbers by which a virtual account is known. */
  function numbersOf(request: PayRef) {
    const { partnerServiceId, customerDigits } = bankOf(request);
    const customerNo = request.request_no.slice(-customerDigits).padStart(customerDigits, '0');
    return { partnerServiceId, customerNo, virtualAccountNo: partnerServiceId + customerNo };
  }

  /** What a create came to that did not give a number. */
  function unmade(answer: SnapAnswer | 'unsent'): PayCreated {
    if (answer === 'unsent') return { state: 'refused', reason: 'no token' };
    if (answer === null) return { state: 'silent', reason: 'no answer' };
    const code = answer.responseCode;
    const isRefused = code.startsWith('4') && !code.startsWith('409');
    return { state: isRefused ? 'refused' : 'unknown', reason: code };
  }

  const withTokens = config.PAY_CALLBACK === 'token';
  const tokenOf = (until: number) => {
    const end = String(until);
    return `${end}.${createHmac('sha256', config.PAY_CLIENT_SECRET).update(`token ${end}`).digest('base64url')}`;
  };
  const isToken = (given: string) => {
    const until = Number(given.split('.', 1)[0]);
    return Number.isSafeInteger(until) && until > now().getTime() && given === tokenOf(until);
  };
  const header = (headers: IncomingHttpHeaders, name: string) => {
    const value = headers[name];
    return typeof value === 'string' ? value : '';
  };
  const base = new URL(config.PAY_WEBHOOK_URL).pathname.replace(/\/$/u, '');

  return {
    async create(order) {
      if (order.channel === 'va') {
        const answer = await call('POST', 'createVa', {
          ...numbersOf(order),
          virtualAccountName: order.name,
          trxId: order.request_no,
          totalAmount: amountText(order.amount),
          expiredDate: snapTimestamp(order.expiresAt),
          virtualAccountTrxType: 'C',
        });
        const made = answer !== 'unsent' && isDone(answer) ? madeVaSchema.safeParse(answer).data : undefined;
        if (!made) return unmade(answer);
        const { virtualAccountNo, expiredDate } = made.virtualAccountData;
        return {
          state: 'made',
          providerId: null,
          vaNumber: virtualAccountNo.trim(),
          qrContent: null,
          expiresAt: momentOf(expiredDate),
        };
      }
      const answer = await call('POST', 'createQr', {
        partnerReferenceNo: order.request_no,
        amount: amountText(order.amount),
        merchantId: config.PAY_QRIS_MERCHANT_ID,
        validityPeriod: snapTimestamp(order.expiresAt),
      });
      const made = answer !== 'unsent' && isDone(answer) ? madeQrSchema.safeParse(answer).data : undefined;
      if (!made) return unmade(answer);
      return {
        state: 'made',
        providerId: made.referenceNo ?? null,
        vaNumber: null,
        qrContent: made.qrContent,
        expiresAt: momentOf(made.validityPeriod),
      };
    },

    async status(request) {
      const isVa = request.channel === 'va';
      const answer = await (isVa
        ? call('POST', 'statusVa', { ...numbersOf(request), inquiryRequestId: request.request_no })
        : call('POST', 'queryQr', { originalPartnerReferenceNo: request.request_no, serviceCode: '47' }));
      if (answer === 'unsent') return { state: 'unknown' };
      if (isCase(answer, '404', '12') || isCase(answer, '404', '01')) return { state: 'none' };
      if (!isDone(answer)) return { state: 'unknown' };
      const va = vaStatusSchema.safeParse(answer).data?.virtualAccountData;
      const qr = qrStatusSchema.safeParse(answer).data;
      const flag = isVa ? va?.paymentFlagStatus : qr?.latestTransactionStatus;
      if (flag === '00') {
        const paid: PayMoney = isVa
          ? {
              ref: va?.paymentRequestId ?? request.request_no,
              amount: rupiahOf(va?.paidAmount?.value),
              paidAt: momentOf(va?.transactionDate),
              rrn: va?.referenceNo ?? null,
            }
          : {
              ref: qr?.originalReferenceNo ?? request.request_no,
              amount: rupiahOf(qr?.amount?.value),
              paidAt: momentOf(qr?.paidTime),
              rrn: qr?.additionalInfo?.rrn ?? null,
            };
        return { state: 'paid', money: paid };
      }
      if (flag === '01' || flag === '02' || flag === '03') {
        return { state: 'open', vaNumber: isVa ? numbersOf(request).virtualAccountNo.trim() : null };
      }
      return { state: flag === '04' || flag === '05' || flag === '06' ? 'ended' : 'unknown' };
    },

    async cancel(request) {
      // A QR cannot be taken back at a provider; money that comes all the same is late.
      if (request.channel === 'qris') {
        const { state } = await this.status(request);
        if (state === 'paid') return 'already_paid';
        return state === 'unknown' ? 'unknown' : 'cancelled';
      }
      const answer = await call('DELETE', 'deleteVa', { ...numbersOf(request), trxId: request.request_no });
      if (answer === 'unsent') return 'unknown';
      if (isCase(answer, '404', '14')) return 'already_paid';
      return isDone(answer) || isCase(answer, '404', '12') ? 'cancelled' : 'unknown';
    },

    verify(service, { headers, raw }) {
      const timestamp = header(headers, 'x-timestamp');
      const signature = header(headers, 'x-signature');
      const partner = header(headers, 'x-partner-id');
      const externalId = header(headers, 'x-external-id');
      const channel = header(headers, 'channel-id');
      if ([timestamp, signature, partner, externalId, channel].includes(''))
        return { status: 400, code: '02' };
      if (!/^\w{1,64}$/u.test(externalId)) return { status: 400, code: '01' };
      if (!isTimely(timestamp, now())) return { status: 400, code: '01' };
      if (partner !== config.PAY_PARTNER_ID || channel !== config.PAY_CHANNEL_ID) {
        return { status: 401, code: '00' };
      }
      const token = header(headers, 'authorization').replace(/^Bearer /u, '');
      if (withTokens && !isToken(token)) return { status: 401, code: '01' };
      const signed = stringToSign({
        method: 'POST',
        path: base + SNAP_PATHS[service],
        ...(withTokens && { token }),
        raw,
        timestamp,
      });
      const isRight =
        config.PAY_SIGNATURE === 'rsa'
          ? isRsa(config.PAY_PROVIDER_KEYS, signed, signature)
          : isHmac(config.PAY_CLIENT_SECRET, signed, signature);
      if (!isRight) return { status: 401, code: '00' };
      return { externalId, word: service === 'va_payment' ? vaWord(raw) : qrWord(raw) };
    },

    token(headers) {
      const timestamp = header(headers, 'x-timestamp');
      const key = header(headers, 'x-client-key');
      const isRight =
        withTokens &&
        key === config.PAY_CLIENT_KEY &&
        isTimely(timestamp, now()) &&
        isRsa(config.PAY_PROVIDER_KEYS, tokenText(key, timestamp), header(headers, 'x-signature'));
      if (!isRight) return null;
      return { accessToken: tokenOf(now().getTime() + TOKEN_SECONDS * 1000), expiresIn: TOKEN_SECONDS };
    },
  };
}

/** The code of an answer to the provider: status, service, case. */
export const snapCode = (service: PayService, status: number, code: string): string =>
  `${status}${PAY_SERVICES[service]}${code}`;
