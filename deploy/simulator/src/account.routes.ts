import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@gerbang/service-kit/program/logger';
import type {
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import { z } from 'zod';
import type { Control, ControlOrder } from './control.ts';
import { metaError } from './meta-error.ts';
import { registrationSchema, refuseTemplate, type TakenRegistration } from './template-rules.ts';
import * as say from './template-webhooks.ts';
import type { StoredTemplate, Templates } from './templates.ts';

const PAGE = 25;
const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(250).default(PAGE),
  after: z.string().regex(/^\d+$/u).optional(),
  fields: z.string().optional(),
  name: z.string().optional(),
});

const registerSchema = z.strictObject({
  messaging_product: z.literal('whatsapp'),
  pin: z.string().regex(/^\d{6}$/u),
});

/** What has to be done once before an account can send and be told. */
export interface Connection {
  /** Whether the number is registered for the Cloud API. */
  registered: boolean;
  /** Whether the account's webhooks go to the portal. */
  subscribed: boolean;
}

export interface AccountOptions {
  readonly phoneNumberId: string;
  readonly connection: Connection;
  readonly businessAccountId: string;
  readonly templates: Templates;
  readonly control: Control;
  /** Sends a webhook to the portal. */
  readonly notify: (body: string) => void;
  /** The refusal of a request without the right token; null where it has it. */
  readonly refuseToken: (authorization: string | undefined) => object | null;
}

/** A server that writes to the simulator's log. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  Logger
>;

/** A template as the list of the account shows it; that of a code is shown with the text and the button that Meta made. */
function shown(template: StoredTemplate) {
  const { id, name, language, category, status, reason, quality } = template;
  const components = template.components.map((one) => {
    if (template.category !== 'AUTHENTICATION') return one;
    if (one.type === 'BODY') return { ...one, text: '*{{1}}* adalah kode verifikasi Anda.' };
    if (one.type !== 'BUTTONS') return one;
    const text = one.buttons[0]?.text ?? 'Salin kode';
    return {
      ...one,
      buttons: [{ type: 'URL', text, url: 'https://www.whatsapp.com/otp/code/?code=otp{{1}}' }],
    };
  });
  return {
    id,
    name,
    language,
    category,
    status,
    rejected_reason: reason,
    quality_score: { score: quality },
    components,
  };
}

/** The account of the Graph API: its templates with their review, its subscription and the registration of its number. */
export function accountRoutes(app: App, options: AccountOptions): { order: (order: ControlOrder) => void } {
  const { businessAccountId, phoneNumberId, connection, templates, control, notify, refuseToken } = options;

  function review(template: StoredTemplate): void {
    const { review: verdict, reviewMs } = control.state();
    if (verdict === 'wait') return;
    void sleep(reviewMs, undefined, { ref: false }).then(() => {
      if (template.status !== 'PENDING') return;
      template.status = verdict === 'approve' ? 'APPROVED' : 'REJECTED';
      template.reason = verdict === 'approve' ? 'NONE' : 'INVALID_FORMAT';
      notify(say.statusUpdate(businessAccountId, template));
    });
  }

  /** The registration of a body, or what Meta says against it. */
  function read(body: unknown): TakenRegistration | object {
    const parsed = registrationSchema.safeParse(body);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return metaError(100, `Param ${issue?.path.join('.') ?? ''} is invalid`, { subcode: 2_388_043 });
    }
    const refused = refuseTemplate(parsed.data);
    return refused ? metaError(refused.code, 'Invalid parameter', refused) : parsed.data;
  }

  app.register(async (scope) => {
    scope.addHook('preHandler', async (request, reply) => {
      const refused = refuseToken(request.headers.authorization);
      if (refused) return reply.code(401).send(refused);
      const { account } = request.params as { account?: string };
      if (account !== undefined && account !== businessAccountId) {
        return reply
          .code(400)
          .send(metaError(100, `Object with ID '${account}' does not exist`, { subcode: 33 }));
      }
    });

    scope.get('/:version/:account/message_templates', async (request, _reply) => {
      const { limit, after, name } = listQuery.parse(request.query);
      const all = templates.list().filter((one) => name === undefined || one.name === name);
      const from = Number(after ?? 0);
      const data = all.slice(from, from + limit).map(shown);
      const cursors = { before: String(from), after: String(from + data.length) };
      const next = `http://${request.host}${request.url.split('?')[0]}?limit=${limit}&after=${cursors.after}`;
      return { data, paging: { cursors, ...(from + limit < all.length && { next }) } };
    });

    scope.post('/:version/:account/message_templates', async (request, reply) => {
      const taken = read(request.body);
      if ('error' in taken) return reply.code(400).send(taken);
      const registration = taken as TakenRegistration;
      if (templates.find(registration.name, registration.language)) {
        const title = 'Content in this language already exists';
        return reply.code(400).send(metaError(100, 'Invalid parameter', { subcode: 2_388_024, title }));
      }
      const made = templates.add(registration);
      review(made);
      return { id: made.id, status: made.status, category: made.category };
    });

    scope.post('/:version/:account/subscribed_apps', async () => {
      connection.subscribed = true;
      return { success: true };
    });

    scope.post<{ Params: { number: string } }>('/:version/:number/register', async (request, reply) => {
      if (request.params.number !== phoneNumberId || !registerSchema.safeParse(request.body).success) {
        return reply.code(400).send(metaError(100, 'Invalid parameter'));
      }
      connection.registered = true;
      return { success: true };
    });

    scope.post<{ Params: { template: string } }>('/:version/:template', async (request, reply) => {
      const template = templates.byId(request.params.template);
      if (!template)
        return reply.code(400).send(metaError(100, 'The template does not exist', { subcode: 33 }));
      const { name, language } = template;
      const taken = read({ ...(request.body as object), name, language });
      if ('error' in taken) return reply.code(400).send(taken);
      if (!templates.edit(template, taken as TakenRegistration)) {
        return reply.code(400).send(metaError(100, 'This template cannot be edited now', {}));
      }
      review(template);
      return { success: true };
    });
  });

  return {
    /** Does to the account what an order says, and tells the portal. */
    order({ templates: reset, registered = [], template: change, account }): void {
      if (reset) {
        templates.reset(reset);
        Object.assign(connection, { registered: reset === 'ours', subscribed: reset === 'ours' });
      }
      for (const template of templates.put(registered)) notify(say.statusUpdate(businessAccountId, template));
      for (const template of change ? templates.matching(change) : []) {
        const { category, quality } = template;
        if (change?.status) {
          Object.assign(template, { status: change.status, reason: change.reason ?? 'NONE' });
          notify(say.statusUpdate(businessAccountId, template));
        }
        if (change?.category && change.category !== category) {
          template.category = change.category;
          notify(say.categoryUpdate(businessAccountId, template, category));
        }
        if (change?.quality && change.quality !== quality) {
          template.quality = change.quality;
          notify(say.qualityUpdate(businessAccountId, template, quality));
        }
      }
      if (account) notify(say.accountUpdate(businessAccountId, account.event, account.details));
    },
  };
}
