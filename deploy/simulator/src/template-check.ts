import {
  MESSAGE_TEMPLATES,
  type MessageTemplate,
  renderTemplate,
  TEMPLATE_LANGUAGE,
} from '@gerbang/contracts/message-templates';
import { z } from 'zod';

/** A refusal as Meta words it; callers decide by `code`. */
export interface Refusal {
  readonly code: number;
  readonly details: string;
}

export interface Accepted {
  readonly to: string;
  readonly template: MessageTemplate;
  readonly text: string;
  readonly code: string | null;
  readonly reference: string | null;
}

const parameter = z.strictObject({ type: z.literal('text'), text: z.string() });
const component = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('body'), parameters: z.array(parameter) }),
  z.strictObject({
    type: z.literal('button'),
    sub_type: z.literal('url'),
    index: z.union([z.literal('0'), z.literal(0)]),
    parameters: z.array(parameter).length(1),
  }),
]);
const templateMessage = z.object({
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.literal('individual').optional(),
  to: z.string().regex(/^\+?[1-9]\d{7,14}$/u),
  type: z.literal('template'),
  template: z.strictObject({
    name: z.string().min(1),
    language: z.strictObject({ code: z.string() }),
    components: z.array(component).default([]),
  }),
  biz_opaque_callback_data: z.string().max(512).optional(),
});

const LONGEST_CODE = 15;
const LONGEST_BODY = 1024;

function refusal(code: number, details: string): Refusal {
  return { code, details };
}

function wrongText(text: string): Refusal | null {
  if (text.trim() === '') return refusal(131008, 'Parameter text is empty');
  if (text.length > LONGEST_BODY) return refusal(132005, 'Translated text too long');
  if (/[\n\t]| {5,}/u.test(text)) {
    return refusal(100, 'Param text cannot have new-line/tab characters or more than 4 consecutive spaces');
  }
  return null;
}

/** Checks a send request as the Cloud API does; the templates are those of the contracts. */
export function checkMessage(body: unknown): Accepted | Refusal {
  const type = (body as { type?: unknown } | null)?.type;
  // Free text is allowed only within 24 hours of a person's message, and this number gets none.
  if (type === 'text')
    return refusal(131047, 'Message failed to send because more than 24 hours have passed');
  const parsed = templateMessage.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return refusal(100, `Invalid parameter ${issue?.path.join('.') ?? ''}`);
  }
  const message = parsed.data;
  const { name, language, components } = message.template;
  const template = Object.values(MESSAGE_TEMPLATES).find((one) => one.name === name);
  if (!template || language.code !== TEMPLATE_LANGUAGE) {
    return refusal(132001, `Template name (${name}) does not exist in ${language.code}`);
  }
  const bodies = components.filter((one) => one.type === 'body');
  const buttons = components.filter((one) => one.type === 'button');
  const values = bodies[0]?.parameters.map((one) => one.text) ?? [];
  if (bodies.length > 1 || values.length !== template.params.length) {
    return refusal(
      132000,
      `Number of parameters (${values.length}) does not match (${template.params.length})`,
    );
  }
  for (const text of values) {
    const wrong = wrongText(text);
    if (wrong) return wrong;
  }
  const reference = message.biz_opaque_callback_data ?? null;
  const accepted = { to: `+${message.to.replace('+', '')}`, template, reference };
  const text = renderTemplate(template, values);
  if (text.length > LONGEST_BODY) return refusal(132005, 'Translated text too long');
  if (template.category === 'utility') {
    if (buttons.length > 0) return refusal(132000, 'The template has no button');
    return { ...accepted, text, code: null };
  }
  const [code = ''] = values;
  if (buttons.length !== 1) return refusal(131008, 'Button at index 0 of type Url requires a parameter');
  if (buttons[0]?.parameters[0]?.text !== code) return refusal(132012, 'The code of body and button differ');
  if (code.length > LONGEST_CODE) return refusal(100, `The code is longer than ${LONGEST_CODE} characters`);
  return { ...accepted, text, code };
}

const STATUS: Readonly<Record<number, number>> = {
  0: 401,
  3: 500,
  10: 403,
  190: 401,
  4: 429,
  80007: 429,
  130429: 429,
  131048: 429,
  131056: 429,
  368: 403,
  131031: 403,
  1: 500,
  2: 503,
  131000: 500,
  131016: 503,
  131057: 503,
  132001: 404,
};

/** The HTTP status that goes with a Meta error code. */
export function statusOf(code: number): number {
  return STATUS[code] ?? (code >= 200 && code <= 299 ? 403 : 400);
}
