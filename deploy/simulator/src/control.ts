import { MESSAGE_KINDS } from '@gerbang/contracts/message-kinds';
import { z } from 'zod';
import { registrationSchema } from './template-rules.ts';
import { QUALITIES, TEMPLATE_STATES } from './templates.ts';

export const WEBHOOK_MODES = ['normal', 'twice', 'reversed', 'late', 'none'] as const;

const times = z.int().min(1).max(100_000).default(1);
/** Only messages to this number, E.164. */
const to = z.string().max(20).optional();

const MAIL_PLACES = ['recipient', 'letter', 'answer'] as const;

/** What the mail server does to the next letters. */
const mailOrder = z.strictObject({
  /** Answer so (`550 5.1.1 No such user`) when a client connects, names a recipient, or has sent a letter. */
  refuse: z
    .strictObject({
      at: z.enum(['connect', 'recipient', 'letter']),
      reply: z.string().regex(/^[45]\d\d [^\r\n]{1,200}$/u),
      times,
      /** Only letters to this address. */
      to: z.string().max(254).optional(),
    })
    .optional(),
  /** Answer late: when a client names a recipient, before a letter is taken, or once it is. */
  slow: z
    .strictObject({
      ms: z.int().min(0).max(120_000),
      times,
      /** `letter` where it is missing. */
      at: z.enum(MAIL_PLACES).optional(),
    })
    .optional(),
  /** Take the next `times` letters, then drop the connection without an answer. */
  drop: z.strictObject({ times }).optional(),
});
type MailOrder = z.infer<typeof mailOrder>;

/** Orders for the next responses; several kinds may be given at once. */
export const controlSchema = z.strictObject({
  /** Forget all earlier orders and figures first. */
  reset: z.boolean().optional(),
  /** Return this Meta error to the next `times` sends; `status` overrides its HTTP status. */
  error: z
    .strictObject({ code: z.int(), times, to, status: z.int().min(400).max(599).optional() })
    .optional(),
  /** Delay the next `times` responses. */
  slow: z.strictObject({ ms: z.int().min(0).max(120_000), times }).optional(),
  /** Accept the next `times` sends, then drop the connection without a response. */
  drop: z.strictObject({ times }).optional(),
  /** The way in which delivery is reported from now on. */
  webhooks: z.enum(WEBHOOK_MODES).optional(),
  /** Pause between two reports, in milliseconds; `late` waits ten times as long. */
  pauseMs: z.int().min(0).max(600_000).optional(),
  /** Report the next `times` accepted messages as failed with this code. */
  fail: z.strictObject({ code: z.int(), times, to }).optional(),
  mail: mailOrder.optional(),
  /** `ours`: the portal's templates, approved, and a connected number; `none`: an account with which nothing was done. */
  templates: z.enum(['ours', 'none']).optional(),
  /** Templates that the account has as well, approved, each in place of one of its name; the portal is told. */
  registered: z.array(registrationSchema).max(200).optional(),
  /** What becomes of templates that are registered or edited from now on. */
  review: z.enum(['approve', 'reject', 'wait']).optional(),
  /** How long a review takes, in milliseconds. */
  reviewMs: z.int().min(0).max(600_000).optional(),
  /** Change the templates of a kind or of a name, or all, and tell the portal. */
  template: z
    .strictObject({
      kind: z.enum(MESSAGE_KINDS).optional(),
      name: z.string().max(512).optional(),
      status: z.enum(TEMPLATE_STATES).optional(),
      reason: z.string().max(100).optional(),
      category: z.enum(['AUTHENTICATION', 'UTILITY', 'MARKETING']).optional(),
      quality: z.enum(QUALITIES).optional(),
    })
    .optional(),
  /** Tell the portal of a change of the account, such as `DISABLED_UPDATE`. */
  account: z
    .strictObject({
      event: z.string().min(1).max(100),
      details: z.record(z.string(), z.unknown()).default({}),
    })
    .optional(),
});
export type ControlOrder = z.infer<typeof controlSchema>;

const ORDERS_KEPT = 100;

/** The orders with a new one: in the place of the one for the same number, beside those for others, so that no test ends another's. */
const beside = <T extends { to?: string | undefined }>(orders: readonly T[], order: T): T[] =>
  [...orders.filter(({ to }) => to !== order.to), order].slice(-ORDERS_KEPT);

const PAUSE_MS = 150;
const REVIEW_MS = 300;

/** The orders in force and the counts of what was done. */
export function createControl() {
  const fresh = () => ({
    errors: [] as NonNullable<ControlOrder['error']>[],
    slow: null as { ms: number; times: number } | null,
    drop: 0,
    failures: [] as NonNullable<ControlOrder['fail']>[],
    webhooks: 'normal' as (typeof WEBHOOK_MODES)[number],
    pauseMs: PAUSE_MS,
    mail: {} as MailOrder,
    review: 'approve' as NonNullable<ControlOrder['review']>,
    reviewMs: REVIEW_MS,
    counts: { accepted: 0, refused: 0, dropped: 0, webhooks: 0, letters: 0 },
  });
  let state = fresh();

  /** Uses up one of the counted orders; an order for a number applies to no other. */
  function take<T extends { times: number; to?: string | undefined }>(
    order: T | null,
    to?: string,
  ): T | null {
    if (!order || order.times === 0 || (order.to !== undefined && order.to !== to)) return null;
    order.times -= 1;
    return order;
  }

  /** The first of these orders that applies to a number, used up once. */
  function takeOf<T extends { times: number; to?: string | undefined }>(
    orders: readonly T[],
    to: string,
  ): T | null {
    for (const order of orders) if (take(order, to)) return order;
    return null;
  }

  return {
    state: () => state,
    order(order: ControlOrder): void {
      if (order.reset) state = fresh();
      if (order.error) state.errors = beside(state.errors, order.error);
      if (order.slow) state.slow = order.slow;
      if (order.drop) state.drop = order.drop.times;
      if (order.fail) state.failures = beside(state.failures, order.fail);
      state.mail = { ...state.mail, ...order.mail };
      state.webhooks = order.webhooks ?? state.webhooks;
      state.pauseMs = order.pauseMs ?? state.pauseMs;
      state.review = order.review ?? state.review;
      state.reviewMs = order.reviewMs ?? state.reviewMs;
    },
    nextError: (number: string) => takeOf(state.errors, number),
    nextDelay: () => take(state.slow)?.ms ?? 0,
    nextFailure: (number: string) => takeOf(state.failures, number),
    nextDrop(): boolean {
      if (state.drop === 0) return false;
      state.drop -= 1;
      return true;
    },
    nextMailRefusal(at: 'connect' | 'recipient' | 'letter', address: string): string | null {
      const { refuse = null } = state.mail;
      return refuse?.at === at ? (take(refuse, address)?.reply ?? null) : null;
    },
    nextMailDelay(at: (typeof MAIL_PLACES)[number]): number {
      const { slow = null } = state.mail;
      return (slow?.at ?? 'letter') === at ? (take(slow)?.ms ?? 0) : 0;
    },
    nextMailDrop: () => take(state.mail.drop ?? null) !== null,
    count(what: keyof typeof state.counts): void {
      state.counts[what] += 1;
    },
  };
}

export type Control = ReturnType<typeof createControl>;
