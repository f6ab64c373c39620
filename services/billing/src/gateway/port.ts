import type { IncomingHttpHeaders } from 'node:http';
import type { PayChannel } from '@gerbang/domain/pay-requests';

/** The longest that a call may take which waits for the provider, and looks at it once more. */
export const WITH_PROVIDER_MS = 25_000;

/** What is known of a request to find it at the provider. */
export interface PayRef {
  /** Of digits; the customer's number of a virtual account is taken from it. */
  readonly request_no: string;
  readonly channel: PayChannel;
  /** Of a virtual account. */
  readonly bank_code: string | null;
}

/** A request that the provider is to make. */
export interface PayOrder extends PayRef {
  /** In rupiah. */
  readonly amount: number;
  /** What payers read: the school's short name and a number, never a person's. */
  readonly name: string;
  readonly expiresAt: Date;
}

/**
 * What a provider answered to a request; `unknown` and `silent` where only a look can tell whether it was made, at once or
 * after the provider was waited for.
 */
export type PayCreated =
  | {
      readonly state: 'made';
      readonly providerId: string | null;
      readonly vaNumber: string | null;
      readonly qrContent: string | null;
      /** The provider's own end; null where it names none. */
      readonly expiresAt: Date | null;
    }
  | { readonly state: 'refused' | 'unknown' | 'silent'; readonly reason: string };

/** A payment as the provider tells of it. */
export interface PayMoney {
  /** The provider's id of this very payment. */
  readonly ref: string;
  /** In rupiah; null where the provider names none that can be read. */
  readonly amount: number | null;
  readonly paidAt: Date | null;
  readonly rrn: string | null;
}

/** `none`: the provider knows no such request; `unknown`: it did not answer, or not in a way that can be read. */
export type PayStatus =
  | { readonly state: 'paid'; readonly money: PayMoney }
  /** With the number of a virtual account, which a create that was not answered did not tell. */
  | { readonly state: 'open'; readonly vaNumber: string | null }
  | { readonly state: 'ended' | 'none' | 'unknown' };

/** The kinds of notifications, by the digits with which the standard names them. */
export const PAY_SERVICES = { va_payment: '25', qr_notify: '52' } as const;
export type PayService = keyof typeof PAY_SERVICES;

/** A notification whose signature is right; `word` is null where its body cannot be read. */
export interface PayNotification {
  readonly externalId: string;
  readonly word: {
    readonly requestNo: string;
    readonly vaNumber: string | null;
    /** Whether money was paid; of the rest nothing follows. */
    readonly isPaid: boolean;
    readonly money: PayMoney;
  } | null;
}

/** Why a notification is refused: status and the digits of the case. */
export interface PayRefusal {
  readonly status: 400 | 401;
  readonly code: '00' | '01' | '02';
}

/** A provider of payments. Nothing that it says is believed before it is stored. */
export interface PaymentGateway {
  create(order: PayOrder): Promise<PayCreated>;
  status(request: PayRef): Promise<PayStatus>;
  cancel(request: PayRef): Promise<'cancelled' | 'already_paid' | 'unknown'>;
  /** Checks head and signature of a notification over its raw bytes, and reads it. */
  verify(
    service: PayService,
    call: { readonly headers: IncomingHttpHeaders; readonly raw: Buffer },
  ): PayNotification | PayRefusal;
  /** The answer to a provider that fetches a token of ours; null where it is refused. */
  token(headers: IncomingHttpHeaders): { readonly accessToken: string; readonly expiresIn: number } | null;
}
