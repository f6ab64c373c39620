import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@gerbang/service-kit/program/logger';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { App } from '../account.routes.ts';
import { bankPage, BANK_PAGE_POLICY } from './bank-page.ts';
import { bankControlSchema, type BankRequest, type Ledger, type Notification } from './ledger.ts';
import type { Voice } from './notify.ts';

const rupiah = z.int().min(1).max(9_999_999_999_999);
const paySchema = z.strictObject({
  amount: rupiah.optional(),
  times: z.int().min(1).max(3).default(1),
  notify_times: z.int().min(1).max(5).default(1),
  order: z.literal('reversed').optional(),
  after_end: z.literal(true).optional(),
  signature: z.literal('bad').optional(),
  timestamp: z.literal('old').optional(),
  delay_s: z.int().min(0).max(60).optional(),
  notify: z.literal('off').optional(),
});
const signSchema = z.strictObject({
  channel: z.enum(['va', 'qris']),
  raw: z.string().max(64 * 1024),
  timestamp: z.string().max(100).optional(),
  external_id: z.string().max(100).optional(),
});
const settleSchema = z.strictObject({
  day: z.iso.date(),
  channel: z.enum(['va', 'qris']),
  fee: z.int().min(0).max(9_999_999_999_999),
});

/** The switches of the page, each with what it orders. */
export const SWITCHES = {
  once: ['Bayar', {}],
  twice: ['Bayar dua kali', { times: 2 }],
  less: ['Bayar kurang Rp1.000', {}],
  late: ['Bayar setelah berakhir', { after_end: true }],
  thrice: ['Beri tahu tiga kali', { notify_times: 3 }],
  reversed: ['Bayar dua kali, kabar terbalik', { times: 2, order: 'reversed' }],
  delayed: ['Kabar telat 40 detik', { delay_s: 40 }],
  silent: ['Tanpa kabar', { notify: 'off' }],
  forged: ['Tanda tangan salah', { signature: 'bad' }],
  old: ['Waktu kabar lama', { timestamp: 'old' }],
} as const satisfies Record<string, readonly [string, Partial<z.input<typeof paySchema>>]>;

const formSchema = z.object({ how: z.enum(Object.keys(SWITCHES) as [keyof typeof SWITCHES]) });
const controlForm = z.object({
  create: bankControlSchema.shape.create.unwrap(),
  status: bankControlSchema.shape.status.unwrap(),
  notify: bankControlSchema.shape.notify.unwrap(),
});
const settleForm = z.object({ ...settleSchema.shape, fee: z.coerce.number().pipe(settleSchema.shape.fee) });
const LESS = 1000;

/** The calls and the page by which a person or a check pays in the simulated bank. */
export function bankRoutes(app: App, ledger: Ledger, voice: Voice, logger: Logger): void {
  const closing = new AbortController();
  app.addHook('onClose', async () => closing.abort());
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  const read = <T>(schema: z.ZodType<T>, body: unknown, reply: FastifyReply): T | null => {
    const parsed = schema.safeParse(body ?? {});
    if (parsed.success) return parsed.data;
    void reply.code(400).send({ message: z.prettifyError(parsed.error) });
    return null;
  };

  /** Pays and tells of it; null where the request is not open. */
  async function pay(request: BankRequest, how: z.output<typeof paySchema>) {
    if (request.state !== 'open' && !how.after_end) return null;
    const payments = Array.from({ length: how.times }, () =>
      ledger.pay(request, how.amount ?? request.amount),
    );
    const told = how.order === 'reversed' ? payments.toReversed() : payments;
    const isSilent = how.notify === 'off' || ledger.take('notify') === 'off';
    const tellAll = async () => {
      const notifications: Notification[] = [];
      for (const payment of isSilent ? [] : told) {
        notifications.push(...(await voice.tell(request, payment, how)));
      }
      return notifications;
    };
    const delay = how.delay_s ?? ledger.take('delay_s');
    if (delay === 0) return { payments, notifications: await tellAll() };
    void sleep(delay * 1000, undefined, { signal: closing.signal, ref: false })
      .then(tellAll)
      .catch((error: unknown) => {
        if (!closing.signal.aborted) logger.error({ err: error }, 'a late notification failed');
      });
    return { payments, notifications: [] };
  }

  app.get('/bank/requests', async (request, reply) => {
    const { no } = z.object({ no: z.string().max(100).optional() }).parse(request.query);
    return reply.send(ledger.list(no));
  });
  app.post<{ Params: { id: string } }>('/bank/requests/:id/pay', async (request, reply) => {
    const how = read(paySchema, request.body, reply);
    if (!how) return reply;
    const found = ledger.byId(request.params.id);
    if (!found) return reply.code(404).send({ message: 'No such request' });
    const done = await pay(found, how);
    return done ?? reply.code(409).send({ message: `The request is ${found.state}` });
  });
  app.post('/bank/sign', async (request, reply) => {
    const given = read(signSchema, request.body, reply);
    return given ? voice.sign(given.channel, given.raw, given) : reply;
  });
  app.get('/bank/control', async () => ledger.orders());
  app.post('/bank/control', async (request, reply) => {
    const order = read(bankControlSchema, request.body, reply);
    if (!order) return reply;
    ledger.order(order);
    return ledger.orders();
  });
  app.post('/bank/settle', async (request, reply) => {
    const given = read(settleSchema, request.body, reply);
    return given ? ledger.settle(given.day, given.channel, given.fee) : reply;
  });

  const page = (reply: FastifyReply, settled?: ReturnType<Ledger['settle']>) =>
    reply
      .headers({
        'content-security-policy': BANK_PAGE_POLICY,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
      .type('text/html; charset=utf-8')
      .send(bankPage(ledger.list(), ledger.orders(), SWITCHES, settled));
  app.get('/bank', async (_request, reply) => page(reply));
  app.post<{ Params: { id: string } }>('/bank/page/pay/:id', async (request, reply) => {
    const given = read(formSchema, request.body, reply);
    const found = ledger.byId(request.params.id);
    if (!given) return reply;
    if (found) {
      const amount = given.how === 'less' ? { amount: Math.max(1, found.amount - LESS) } : {};
      await pay(found, paySchema.parse({ ...SWITCHES[given.how][1], ...amount }));
    }
    return reply.redirect('/bank', 303);
  });
  app.post('/bank/page/control', async (request, reply) => {
    const given = read(controlForm, request.body, reply);
    if (!given) return reply;
    ledger.order({ reset: true, ...given });
    return reply.redirect('/bank', 303);
  });
  app.post('/bank/page/settle', async (request, reply) => {
    const given = read(settleForm, request.body, reply);
    return given ? page(reply, ledger.settle(given.day, given.channel, given.fee)) : reply;
  });
}
