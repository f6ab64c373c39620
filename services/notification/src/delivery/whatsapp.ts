import { isLetterKind } from '@gerbang/contracts/letter-templates';
import type { AnyKind } from '@gerbang/contracts/message-kinds';
import { MESSAGE_TEMPLATES, TEMPLATE_LANGUAGE } from '@gerbang/contracts/message-templates';
import { namedValues } from '@gerbang/contracts/message-texts';
import { textParams } from '@gerbang/contracts/template-registration';
import { z } from 'zod';

export const SEND_TIMEOUT_MS = 15_000;
/** As many as messages can be on their way at once. */
const CONNECTIONS = 64;

/** The outcome of one send. `unknown` = the request may have arrived. */
export type Outcome =
  | { readonly is: 'accepted'; readonly wamid: string }
  | {
      readonly is: 'refused';
      readonly code: number | null;
      readonly httpStatus: number;
      /** Whether the address does not exist. */
      readonly isGone?: boolean;
    }
  | { readonly is: 'not-sent'; readonly cause?: string }
  | { readonly is: 'unknown'; readonly cause?: string };

export interface OutgoingMessage {
  readonly kind: AnyKind;
  /** By which the kind's template is registered at WhatsApp, where that is not its own name. */
  readonly name?: string;
  /** E.164; of a letter the address. */
  readonly to: string;
  readonly values: readonly string[];
  /** Comes back in every webhook of this attempt: `<notification>:<attempt>`. */
  readonly reference: string;
}

/** The one interface to a message provider. */
export interface MessageProvider {
  send(message: OutgoingMessage): Promise<Outcome>;
}

const answerSchema = z.object({ messages: z.array(z.object({ id: z.string().min(1) })).min(1) });
const errorSchema = z.object({ error: z.object({ code: z.int() }) });

/** Failures that happen before a byte of the request has left. */
const BEFORE_SENDING = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
]);

/** What stands behind the portal's address in a link: the variable of the button. */
function pathOf(link: string): string {
  const { pathname, search, hash } = new URL(link);
  return `${pathname}${search}${hash}`.slice(1) || 'dashboard';
}

/** The body of a template message; the button has the code of an authentication template, else the link's path. */
export function templateBody(message: OutgoingMessage): object {
  if (isLetterKind(message.kind)) throw new Error(`${message.kind} goes by e-mail alone`);
  const template = MESSAGE_TEMPLATES[message.kind];
  const values = namedValues(template, message.values);
  const parameter = (text: string) => ({ type: 'text', text });
  const parameters = textParams(template).map((name) => parameter(values.get(name) ?? ''));
  const button =
    template.category === 'authentication'
      ? parameters.slice(0, 1)
      : template.button === undefined
        ? []
        : [parameter(pathOf(values.get('link') ?? ''))];
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: message.to.replace('+', ''),
    type: 'template',
    template: {
      name: message.name ?? template.name,
      language: { code: TEMPLATE_LANGUAGE },
      components: [
        ...(parameters.length > 0 ? [{ type: 'body', parameters }] : []),
        ...(button.length > 0 ? [{ type: 'button', sub_type: 'url', index: '0', parameters: button }] : []),
      ],
    },
    biz_opaque_callback_data: message.reference,
  };
}

/** Meta's WhatsApp Cloud API. */
export function createWhatsApp(options: {
  baseUrl: string;
  token: string;
  phoneNumberId: string;
  /** Of the Graph API, `v23.0`. */
  version: string;
  timeoutMs?: number;
}): MessageProvider {
  const url = new URL(`/${options.version}/${options.phoneNumberId}/messages`, options.baseUrl).href;
  const timeout = options.timeoutMs ?? SEND_TIMEOUT_MS;
  // A request of undici costs a third of a `fetch`, which a wave of thousands pays each time; its 8 MB come with the first one.
  const open = async () => {
    const { Agent, request } = await import('undici');
    return { request, dispatcher: new Agent({ connections: CONNECTIONS }) };
  };
  let opened: ReturnType<typeof open> | undefined;

  return {
    async send(message) {
      let httpStatus: number;
      let answer: unknown;
      const { request, dispatcher } = await (opened ??= open());
      try {
        const response = await request(url, {
          dispatcher,
          method: 'POST',
          headers: { authorization: `Bearer ${options.token}`, 'content-type': 'application/json' },
          body: JSON.stringify(templateBody(message)),
          signal: AbortSignal.timeout(timeout),
        });
        httpStatus = response.statusCode;
        const text = await response.body.text();
        answer = parseJson(text);
      } catch (error) {
        const { code, name } = error as { code?: unknown; name: string };
        const cause = typeof code === 'string' ? code : name;
        return { is: BEFORE_SENDING.has(cause) ? 'not-sent' : 'unknown', cause };
      }
      // A redirect is not followed, and whether something took the message is not known.
      if (httpStatus >= 300 && httpStatus < 400) return { is: 'unknown' };
      if (httpStatus >= 200 && httpStatus < 300) {
        const accepted = answerSchema.safeParse(answer);
        const [first] = accepted.success ? accepted.data.messages : [];
        return first ? { is: 'accepted', wamid: first.id } : { is: 'unknown' };
      }
      const refused = errorSchema.safeParse(answer);
      return { is: 'refused', code: refused.success ? refused.data.error.code : null, httpStatus };
    },
  };
}

/** Null for a response that is not JSON (a proxy's page, a truncated body). */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
