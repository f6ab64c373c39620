import { createSecretKey, type KeyObject } from 'node:crypto';
import { badRequest, forbidden, unauthorized } from '@gerbang/service-kit/http/problems';
import type { App } from '@gerbang/service-kit/http/server';
import { z } from 'zod';
import { type MailReport, mailReportsOf } from './mail-reports.ts';
import { providerReportsOf, type TemplateInbox } from '../message-templates/template-reports.ts';
import { isSigned, reportsOf, sameSecret, type WebhookInbox } from './webhook.ts';

/** Meta sends at most 3 MB. */
const BODY_LIMIT = 3 * 1024 * 1024;
export const WEBHOOK_PATH = '/webhooks/whatsapp';
export const MAIL_WEBHOOK_PATH = '/webhooks/mail';
const MAIL_BODY_LIMIT = 256 * 1024;

const challengeSchema = z.object({
  'hub.mode': z.literal('subscribe'),
  'hub.verify_token': z.string().max(200),
  'hub.challenge': z.string().min(1).max(200),
});

/** The webhook of letters that came back, where it is set up. */
export interface MailWebhook {
  readonly secret: string;
  readonly receive: (reports: readonly MailReport[]) => Promise<void>;
}

/** The providers' webhooks: no session, but a token for the challenge and a signature for reports. */
export function webhookRoutes(
  app: App,
  options: {
    inbox: WebhookInbox;
    templates: TemplateInbox;
    appSecret: string;
    verifyToken: string;
    mail: MailWebhook | null;
  },
): void {
  app.get(WEBHOOK_PATH, async (request, reply) => {
    const query = challengeSchema.safeParse(request.query);
    if (!query.success || !sameSecret(query.data['hub.verify_token'], options.verifyToken)) throw forbidden();
    return reply
      .header('x-content-type-options', 'nosniff')
      .type('text/plain; charset=utf-8')
      .send(query.data['hub.challenge']);
  });

  const appSecret = createSecretKey(Buffer.from(options.appSecret));
  // A separate scope with raw bodies: the signature is checked over the bytes before they are parsed.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    const take = (
      path: string,
      bodyLimit: number,
      secret: KeyObject,
      receive: (body: unknown) => Promise<void>,
    ) =>
      scope.post(path, { bodyLimit }, async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        if (!isSigned(body, request.headers['x-hub-signature-256'], secret)) {
          throw unauthorized('Tanda tangan tidak valid.', 'signature');
        }
        await receive(parse(body));
        reply.header('cache-control', 'no-store');
        return {};
      });
    take(WEBHOOK_PATH, BODY_LIMIT, appSecret, async (body) => {
      await options.inbox.receive(reportsOf(body));
      await options.templates.receive(providerReportsOf(body));
    });
    const { mail } = options;
    if (mail) {
      const secret = createSecretKey(Buffer.from(mail.secret));
      take(MAIL_WEBHOOK_PATH, MAIL_BODY_LIMIT, secret, (body) => mail.receive(mailReportsOf(body)));
    }
  });
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) throw badRequest('Isi permintaan bukan JSON yang benar.');
    throw error;
  }
}
