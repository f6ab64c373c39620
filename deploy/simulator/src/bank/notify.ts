import { type KeyObject, randomInt } from 'node:crypto';
import { signHmac, signRsa, snapTimestamp, stringToSign } from '@gerbang/service-kit/snap/signature';
import { z } from 'zod';
import type { BankRequest, Channel, Ledger, Notification, Payment } from './ledger.ts';
import { snapAmount } from './snap.ts';

/** How the bank signs what it tells the merchant, and where it tells it. */
export interface BankVoice {
  /** Base of the merchant's webhooks; a function where the address is known only later. */
  readonly webhookUrl: string | (() => string);
  readonly partnerId: string;
  readonly channelId: string;
  readonly signs: 'hmac' | 'rsa';
  readonly clientSecret: string;
  /** The bank's own. */
  readonly key: KeyObject;
}

const PATHS = { va: '/v1.0/transfer-va/payment', qris: '/v1.0/qr/qr-mpm-notify' } as const;
const OLD_MS = 10 * 60_000;
/** The portal answers within two seconds; a bank gives up much later. */
const PATIENCE_MS = 15_000;
const answered = z.object({ responseCode: z.string() });

/** What the bank says of one payment. */
function bodyOf(request: BankRequest, payment: Payment): string {
  const time = snapTimestamp(new Date(payment.paid_at));
  const va = request.va_number ?? '';
  return JSON.stringify(
    request.channel === 'va'
      ? {
          partnerServiceId: va.slice(0, 8),
          customerNo: va.slice(8),
          virtualAccountNo: va,
          virtualAccountName: request.name,
          trxId: request.request_no,
          paymentRequestId: payment.payment_id,
          paidAmount: snapAmount(payment.amount),
          trxDateTime: time,
          referenceNo: payment.rrn,
        }
      : {
          originalReferenceNo: payment.payment_id,
          originalPartnerReferenceNo: request.request_no,
          latestTransactionStatus: '00',
          transactionStatusDesc: 'Success',
          amount: snapAmount(payment.amount),
          additionalInfo: { rrn: payment.rrn, paidTime: time },
        },
  );
}

/** Signs and sends the bank's notifications. */
export function createVoice(voice: BankVoice, ledger: Ledger) {
  const base = () => new URL(typeof voice.webhookUrl === 'function' ? voice.webhookUrl() : voice.webhookUrl);
  const externalId = () => Array.from({ length: 18 }, () => randomInt(10)).join('');

  /** Path and headers of a notification with exactly these bytes. */
  function sign(
    channel: Channel,
    raw: string,
    given: { timestamp?: string | undefined; external_id?: string | undefined; bad?: boolean } = {},
  ) {
    const path = `${base().pathname.replace(/\/$/u, '')}${PATHS[channel]}`;
    const timestamp = given.timestamp ?? snapTimestamp(ledger.now());
    const text = stringToSign({ method: 'POST', path, raw: Buffer.from(raw), timestamp });
    const signed = given.bad ? `${text} ` : text;
    const headers = {
      'Content-Type': 'application/json',
      'X-TIMESTAMP': timestamp,
      'X-SIGNATURE':
        voice.signs === 'rsa' ? signRsa(voice.key, signed) : signHmac(voice.clientSecret, signed),
      'X-PARTNER-ID': voice.partnerId,
      'X-EXTERNAL-ID': given.external_id ?? externalId(),
      'CHANNEL-ID': voice.channelId,
    };
    return { path, headers };
  }

  const send = (path: string, headers: Record<string, string>, body: string) =>
    fetch(new URL(path, base()), {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
      .then(async (response) => {
        const read = answered.safeParse(await response.json().catch(() => null));
        return { status: response.status, code: read.data?.responseCode ?? null };
      })
      .catch(() => ({ status: null, code: null }));

  return {
    sign,
    /** Tells the portal of a payment, the very same bytes as often as asked, and keeps what it answered. */
    async tell(
      request: BankRequest,
      payment: Payment,
      how: {
        signature?: 'bad' | undefined;
        timestamp?: 'old' | undefined;
        notify_times?: number | undefined;
      },
    ): Promise<Notification[]> {
      const raw = bodyOf(request, payment);
      const { path, headers } = sign(request.channel, raw, {
        bad: how.signature === 'bad',
        timestamp: how.timestamp && snapTimestamp(new Date(ledger.now().getTime() - OLD_MS)),
      });
      const told: Notification[] = [];
      for (let time = 0; time < (how.notify_times ?? 1); time += 1) {
        const at = ledger.now().toISOString();
        const answer = await send(path, headers, raw);
        told.push({ at, path, headers, raw, ...answer });
      }
      request.notifications.push(...told);
      return told;
    },
  };
}

export type Voice = ReturnType<typeof createVoice>;
