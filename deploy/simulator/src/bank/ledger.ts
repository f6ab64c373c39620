import { randomInt, randomUUID } from 'node:crypto';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { z } from 'zod';

export type Channel = 'va' | 'qris';

export interface Payment {
  readonly payment_id: string;
  readonly rrn: string;
  /** Whole rupiah. */
  readonly amount: number;
  readonly paid_at: string;
}

export interface Notification {
  readonly at: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly raw: string;
  /** Null where the portal did not answer. */
  readonly status: number | null;
  readonly code: string | null;
}

/** What the portal asked to be paid, as the bank keeps it. */
export interface BankRequest {
  readonly id: string;
  readonly request_no: string;
  readonly channel: Channel;
  readonly bank_code: string | null;
  readonly va_number: string | null;
  readonly qr_content: string | null;
  readonly name: string;
  readonly amount: number;
  readonly expires_at: string;
  state: 'open' | 'paid' | 'deleted' | 'expired';
  creates: number;
  looks: number;
  readonly created: { readonly headers: Readonly<Record<string, unknown>>; readonly raw: string };
  readonly payments: Payment[];
  readonly notifications: Notification[];
}

type NewRequest = Omit<BankRequest, 'id' | 'state' | 'creates' | 'looks' | 'payments' | 'notifications'>;

/** Orders to misbehave; `times` = for how many calls those of the same letter hold, else until a reset. */
export const bankControlSchema = z.strictObject({
  create: z.enum(['ok', '500', 'hang', 'refuse']).optional(),
  times: z.int().min(1).max(1000).optional(),
  status: z.enum(['ok', '500']).optional(),
  notify: z.enum(['on', 'off']).optional(),
  delay_s: z.int().min(0).max(60).optional(),
  expires_in_s: z.int().min(1).max(86_400).optional(),
  reset: z.boolean().optional(),
});
type BankControl = z.infer<typeof bankControlSchema>;
type Order = Exclude<keyof BankControl, 'times' | 'reset'>;

const KEPT = 2000;
const digits = (length: number) => Array.from({ length }, () => randomInt(10)).join('');

/** The requests of a simulated bank with their payments, newest first, and its orders; in memory, the newest 2,000. */
export function createLedger(now: () => Date = () => new Date()) {
  const requests: BankRequest[] = [];
  const usual = { create: 'ok', status: 'ok', notify: 'on', delay_s: 0, expires_in_s: null } as const;
  const fresh = () => new Map<Order, { value: NonNullable<BankControl[Order]>; left: number | null }>();
  let orders = fresh();

  function current(request: BankRequest): BankRequest {
    if (request.state === 'open' && Date.parse(request.expires_at) <= now().getTime()) {
      request.state = 'expired';
    }
    return request;
  }

  return {
    now,
    list: (no?: string): BankRequest[] =>
      requests
        .filter((one) => !no || one.request_no === no || one.va_number?.trim() === no.trim())
        .map(current),
    byId(id: string): BankRequest | undefined {
      const found = requests.find((one) => one.id === id);
      return found && current(found);
    },
    byNumber(requestNo: string): BankRequest | undefined {
      const found = requests.find((one) => one.request_no === requestNo);
      return found && current(found);
    },
    add(made: NewRequest): BankRequest {
      const request: BankRequest = {
        ...made,
        id: randomUUID(),
        state: 'open',
        creates: 1,
        looks: 0,
        payments: [],
        notifications: [],
      };
      requests.unshift(request);
      requests.length = Math.min(requests.length, KEPT);
      return request;
    },
    pay(request: BankRequest, amount: number): Payment {
      const payment = {
        payment_id: digits(18),
        rrn: digits(12),
        amount,
        paid_at: now().toISOString(),
      };
      request.payments.push(payment);
      request.state = 'paid';
      return payment;
    },
    /** The order that holds for this call; a counted one is used up. */
    take<K extends Order>(name: K): NonNullable<BankControl[K]> | (typeof usual)[K] {
      const order = orders.get(name);
      if (!order) return usual[name];
      if (order.left !== null) order.left -= 1;
      if (order.left === 0) orders.delete(name);
      return order.value as NonNullable<BankControl[K]>;
    },
    orders: () => ({
      ...usual,
      ...Object.fromEntries([...orders].map(([name, { value }]) => [name, value])),
      times: Object.fromEntries([...orders].map(([name, { left }]) => [name, left])),
    }),
    order({ reset, times, ...given }: BankControl): void {
      if (reset) orders = fresh();
      for (const [name, value] of Object.entries(given) as [Order, NonNullable<BankControl[Order]>][]) {
        orders.set(name, { value, left: times ?? null });
      }
    },
    /** What was paid on a day in Jakarta, as the provider hands it over. */
    settle(day: string, channel: Channel, fee: number) {
      const paid = requests
        .filter((one) => one.channel === channel)
        .map((one) => ({
          no: one.request_no,
          sum: one.payments
            .filter(({ paid_at }) => jakartaDay(new Date(paid_at)) === day)
            .reduce((total, { amount }) => total + amount, 0),
        }))
        .filter(({ sum }) => sum > 0);
      const gross = paid.reduce((total, { sum }) => total + sum, 0);
      const [, month, date] = day.split('-');
      return {
        channel,
        gross,
        fee,
        net: gross - fee,
        requests: paid.map(({ no }) => no),
        text: `FASPAY SETTLEMENT ${date}${month}`,
      };
    },
  };
}

export type Ledger = ReturnType<typeof createLedger>;
