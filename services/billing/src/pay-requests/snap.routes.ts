import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Metrics } from '@gerbang/service-kit/program/metrics';
import { HOUR_MS } from '@gerbang/service-kit/program/timers';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../context.ts';
import { PAY_SERVICES, type PaymentGateway, type PayNotification, type PayService } from '../gateway/port.ts';
import { SNAP_PATHS, snapCode } from '../gateway/snap-notifications.ts';
import { actOnWord } from './act-on-word.ts';
import { findNamed, isOtherBody, type PayWordRow, storeWord } from './pay-requests.repository.ts';

const BODY_LIMIT = 32 * 1024;
const BASE = '/webhooks/snap';
/** Refused notifications that are kept in an hour; the others are only counted. */
const REFUSED_KEPT = 100;

/** What the digits of an answer mean to the provider, and the name under which operators count it. */
const ANSWERS: Readonly<Record<string, readonly [message: string, name: string]>> = {
  '20000': ['Successful', 'taken'],
  '40000': ['Bad Request', 'unreadable'],
  '40001': ['Invalid Field Format', 'stale'],
  '40002': ['Invalid Mandatory Field', 'unreadable'],
  '40100': ['Unauthorized. Signature', 'signature'],
  '40101': ['Invalid Token (B2B)', 'token'],
  '40412': ['Bill Not Found', 'unknown'],
  '40413': ['Invalid Amount', 'amount'],
  '40414': ['Paid Bill', 'paid'],
  '40900': ['Conflict', 'changed'],
};
const answerOf = (code: string) => ANSWERS[code.slice(0, 3) + code.slice(5)];

/** An answer as the standard writes it: seven digits and a sentence. */
function send(reply: FastifyReply, code: string, body: object = {}): FastifyReply {
  const [message] = answerOf(code) ?? ['General Error'];
  return reply
    .code(Number(code.slice(0, 3)))
    .header('cache-control', 'no-store')
    .send({ responseCode: code, responseMessage: message, ...body });
}

/** Up to so many in an hour, counted in this process. */
function hourlyShare(now: () => Date, most: number) {
  let hour = -1;
  let taken = 0;
  return () => {
    const present = Math.floor(now().getTime() / HOUR_MS);
    if (present !== hour) [hour, taken] = [present, 0];
    taken += 1;
    return taken <= most;
  };
}

/** Null once the time for an answer is over. */
const deadline = (ms: number) =>
  new Promise<null>((resolve) => {
    setTimeout(resolve, ms, null).unref();
  });

/** The provider's notifications: no session, but a signature over the raw bytes. Nothing is answered 2xx that is not on disk. */
export function snapRoutes(
  app: FastifyInstance,
  context: Context,
  gateway: PaymentGateway,
  metrics: Metrics | undefined,
): void {
  const { config, database, columns, now, log } = context;
  const db = database.knex;
  const mayKeep = hourlyShare(now, REFUSED_KEPT);
  const count = metrics?.counter(
    'pay_notifications_total',
    'Notifications of the provider of payments by what they were answered',
    'answer',
    Object.values(ANSWERS).map(([, name]) => name),
  );

  async function keepRefused(service: PayService, request: FastifyRequest, code: string): Promise<void> {
    log.info({ service, code }, 'a notification of the provider was refused');
    if (!mayKeep()) return;
    const id = uuidv7();
    await storeWord(db, {
      ...EMPTY,
      id,
      received_at: now(),
      service,
      external_id: String(request.headers['x-external-id'] ?? '').slice(0, 64),
      provider_ref: id,
      outcome: 'refused',
      answer_code: code,
    });
  }

  /** Stores a notification; what is known of it then, or the code of its refusal. */
  async function store(
    service: PayService,
    { externalId, word }: PayNotification,
    raw: Buffer,
  ): Promise<PayWordRow | string> {
    const at = now();
    const text = raw.toString('utf8');
    const hash = columns.blindIndex('pay_notifications.body', text);
    const since = new Date(`${jakartaDay(at)}T00:00:00+07:00`);
    if (await isOtherBody(db, { externalId, hash, since })) return snapCode(service, 409, '00');
    if (!word) return snapCode(service, 400, '02');
    const named = await findNamed(db, word.requestNo, word.vaNumber);
    const id = uuidv7();
    const isIdle = !named || !word.isPaid;
    const code = isIdle ? snapCode(service, named ? 200 : 404, named ? '00' : '12') : null;
    return storeWord(db, {
      id,
      received_at: at,
      service,
      external_id: externalId,
      provider_ref: word.money.ref,
      request_no: named?.request_no ?? word.requestNo,
      amount: word.money.amount,
      paid_at: word.money.paidAt,
      rrn: word.money.rrn,
      signature_ok: true,
      outcome: isIdle ? 'unknown' : null,
      answer_code: code,
      body_hash: hash,
      body_sealed: columns.seal('pay_notifications', 'body_sealed', id, text),
    });
  }

  /** Stores a notification and acts upon it; returns the code of its answer, by when it is due. */
  async function take(service: PayService, told: PayNotification, raw: Buffer): Promise<string> {
    const due = deadline(config.PAY_ANSWER_MS);
    const stored = await Promise.race([store(service, told, raw), due]);
    // It may not be on disk, so it has to come again.
    if (stored === null) return snapCode(service, 500, '00');
    if (typeof stored === 'string') return stored;
    const { id, request_no, outcome, answer_code: code } = stored;
    if (outcome !== null && code !== null) return code;
    const acting = actOnWord(context, id).catch((error: unknown) => {
      log.warn({ err: error, request_no }, 'a notification waits to be booked');
      return null;
    });
    const decided = await Promise.race([acting, due]);
    return decided?.code ?? snapCode(service, 200, '00');
  }

  const EMPTY = {
    request_no: null,
    amount: null,
    paid_at: null,
    rrn: null,
    signature_ok: false,
    body_hash: null,
    body_sealed: null,
  } satisfies Partial<PayWordRow>;

  /** Answers a notification, and counts it. */
  function answer(reply: FastifyReply, code: string, body?: object): FastifyReply {
    const [, name] = answerOf(code) ?? [];
    if (name !== undefined) count?.(name);
    return send(reply, code, body);
  }

  // A scope of its own with raw bodies: the signature is checked over the bytes before they are parsed.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const service of Object.keys(PAY_SERVICES) as PayService[]) {
      const errorHandler = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
        const isTheirs = (error.statusCode ?? 500) < 500;
        if (!isTheirs) request.log.error({ err: error }, 'a notification of the provider failed');
        return answer(reply, snapCode(service, isTheirs ? 400 : 500, '00'));
      };
      const options = { bodyLimit: BODY_LIMIT, errorHandler };
      scope.post(BASE + SNAP_PATHS[service], options, async (request, reply) => {
        const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const read = gateway.verify(service, { headers: request.headers, raw });
        if ('status' in read) {
          const code = snapCode(service, read.status, read.code);
          await keepRefused(service, request, code);
          return answer(reply, code);
        }
        const code = await take(service, read, raw);
        const isTaken = code.startsWith('2') && service === 'va_payment';
        return answer(reply, code, isTaken ? { virtualAccountData: { paymentFlagStatus: '00' } } : {});
      });
    }
    scope.post(BASE + SNAP_PATHS.token, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
      const token = gateway.token(request.headers);
      if (!token) return send(reply, '4017300');
      const { accessToken, expiresIn } = token;
      return send(reply, '2007300', { accessToken, tokenType: 'Bearer', expiresIn: String(expiresIn) });
    });
  });
}
