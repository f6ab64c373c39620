import { randomBytes, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger, type Logger } from '@gerbang/service-kit/program/logger';
import Fastify, { LogController } from 'fastify';
import { z } from 'zod';
import { accountRoutes, type App, type Connection } from './account.routes.ts';
import { bankRoutes } from './bank/bank.routes.ts';
import { createLedger } from './bank/ledger.ts';
import { type BankVoice, createVoice } from './bank/notify.ts';
import { type BankIdentity, snapApp } from './bank/snap.ts';
import { type ControlOrder, controlSchema, createControl } from './control.ts';
import { createInbox, type InboxMessage, phoneDigits } from './inbox.ts';
import { inboxPage, PAGE_POLICY, REFRESH_SECONDS } from './inbox-page.ts';
import { createLetters } from './letters.ts';
import { createSmtpDoor } from './smtp-door.ts';
import { metaError } from './meta-error.ts';
import { checkMessage, statusOf } from './template-check.ts';
import { createTemplates } from './templates.ts';
import { createWebhooks } from './webhooks.ts';

export interface SimulatorOptions {
  readonly token: string;
  readonly phoneNumberId: string;
  readonly appSecret: string;
  /** A function where the address is known only later. */
  readonly webhookUrl: string | (() => string);
  readonly businessAccountId?: string;
  /** What stands in the portal's templates, with which the account begins. */
  readonly school?: string;
  readonly origin?: string;
  /** Begins with an account with which nothing was done. */
  readonly empty?: boolean;
  readonly logger?: Logger;
  /** A bank beside it, with virtual accounts and QRIS; it speaks SNAP where `snap.listen` says. */
  readonly bank?: BankIdentity & BankVoice;
}

export const BUSINESS_ACCOUNT_ID = '200000000000002';

/** The names of this machine for itself, and of the container for others; no page of another site has one of them. */
const OWN_NAMES = new Set(['localhost', '127.0.0.1', '[::1]', '::1', 'simulator']);

const viewSchema = z.object({ to: z.string().max(254).optional(), segarkan: z.string().optional() });

function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Puts the bank's calls and its page upon the simulator; returns the side that speaks SNAP. */
function openBank(app: App, bank: BankIdentity & BankVoice, logger: Logger) {
  const ledger = createLedger();
  bankRoutes(app, ledger, createVoice(bank, ledger), logger);
  return snapApp(ledger, bank, logger);
}

/**
 * The WhatsApp Cloud API and a mail server as far as the portal uses them, with a readable inbox and orders to misbehave.
 * The mail server listens where `smtp.listen` says.
 */
export function createSimulator(options: SimulatorOptions) {
  const logger = options.logger ?? createLogger('simulator', 'silent');
  const inbox = createInbox();
  const letters = createLetters();
  const control = createControl();
  const smtp = createSmtpDoor({ letters, control, logger });
  const webhooks = createWebhooks(
    { url: options.webhookUrl, appSecret: options.appSecret, phoneNumberId: options.phoneNumberId },
    control,
    logger,
  );
  const { school = 'PPDB Yayasan Contoh', origin = 'https://portal.example', empty = false } = options;
  const templates = createTemplates({ school, origin });
  if (!empty) templates.reset('ours');
  const connection: Connection = { registered: !empty, subscribed: !empty };
  const refuseToken = (authorization: string | undefined) =>
    sameText(authorization ?? '', `Bearer ${options.token}`)
      ? null
      : metaError(190, 'Invalid OAuth access token');
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 256 * 1024,
    forceCloseConnections: true,
  });

  // A page of another site may lead its own name to this machine; the inbox shows codes.
  app.addHook('onRequest', async (request, reply) => {
    if (OWN_NAMES.has(request.hostname)) return;
    await reply.code(421).send({ error: 'This simulator answers to localhost only.' });
  });

  app.post<{ Params: { version: string; phoneNumberId: string } }>(
    '/:version/:phoneNumberId/messages',
    async (request, reply) => {
      const refuse = (code: number, details: string, status = statusOf(code)) => {
        control.count('refused');
        return reply.code(status).send(metaError(code, details));
      };
      const delay = control.nextDelay();
      if (delay > 0) await sleep(delay);
      if (refuseToken(request.headers.authorization)) return refuse(190, 'Invalid OAuth access token');
      const { version, phoneNumberId } = request.params;
      if (!/^v\d+\.\d+$/u.test(version) || phoneNumberId !== options.phoneNumberId) {
        return refuse(100, `Unsupported post request. Object with ID '${phoneNumberId}' does not exist`);
      }
      if (!connection.registered) return refuse(133010, 'The phone number is not registered');
      const checked = checkMessage(templates, request.body);
      const ordered = control.nextError('details' in checked ? '' : checked.to);
      if (ordered) return refuse(ordered.code, 'Simulated error', ordered.status);
      if ('details' in checked) return refuse(checked.code, checked.details);

      const message: InboxMessage = {
        wamid: `wamid.${randomBytes(24).toString('base64url')}`,
        to: checked.to,
        template: checked.template.name,
        text: checked.text,
        buttons: checked.buttons,
        code: checked.code,
        reference: checked.reference,
        at: new Date().toISOString(),
        status: 'accepted',
      };
      inbox.add(message);
      control.count('accepted');
      if (connection.subscribed) webhooks.start(message);
      if (control.nextDrop()) {
        control.count('dropped');
        reply.hijack();
        request.raw.socket.destroy();
        return reply;
      }
      const number = checked.to.slice(1);
      return {
        messaging_product: 'whatsapp',
        contacts: [{ input: number, wa_id: number }],
        messages: [{ id: message.wamid, message_status: 'accepted' }],
      };
    },
  );

  const account = accountRoutes(app, {
    businessAccountId: options.businessAccountId ?? BUSINESS_ACCOUNT_ID,
    phoneNumberId: options.phoneNumberId,
    connection,
    templates,
    control,
    notify: (body) => {
      if (connection.subscribed) webhooks.notify(body);
    },
    refuseToken,
  });

  function give(order: ControlOrder): void {
    control.order(order);
    account.order(order);
  }

  app.get('/inbox', async (request, reply) => {
    const { to } = viewSchema.parse(request.query);
    reply.header('cache-control', 'no-store');
    if (to?.includes('@')) return letters.list(to === '@' ? undefined : to);
    return inbox.list(to && phoneDigits(to)).map((message) => ({
      to: message.to,
      text: message.text,
      buttons: message.buttons,
      template: message.template,
      at: message.at,
      status: message.status,
      wamid: message.wamid,
      reference: message.reference,
    }));
  });
  app.delete('/inbox', async (_request, reply) => {
    inbox.clear();
    letters.clear();
    return reply.code(204).send();
  });
  app.get('/control', async () => control.state());
  app.post('/control', async (request, reply) => {
    const order = controlSchema.safeParse(request.body);
    if (!order.success) return reply.code(400).send({ message: z.prettifyError(order.error) });
    give(order.data);
    return control.state();
  });
  app.get('/', async (request, reply) => {
    const { to, segarkan } = viewSchema.parse(request.query);
    const refresh = segarkan === '1';
    const typed = to?.trim() || undefined;
    if (refresh) reply.header('refresh', String(REFRESH_SECONDS));
    return reply
      .headers({
        'content-security-policy': PAGE_POLICY,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
      .type('text/html; charset=utf-8')
      .send(
        inboxPage(
          typed?.includes('@') ? [] : inbox.list(typed && phoneDigits(typed)),
          typed && !typed.includes('@') ? [] : letters.list(typed),
          { to: typed, refresh },
        ),
      );
  });
  const snap = options.bank && openBank(app, options.bank, logger);
  app.get('/favicon.ico', async (_request, reply) => reply.code(204).send());
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => ({ status: 'ok' }));
  app.addHook('onClose', async () => {
    await Promise.all([webhooks.close(), smtp.close(), snap?.close()]);
  });

  return { app, snap, inbox, letters, smtp, templates, control: { ...control, order: give } };
}
