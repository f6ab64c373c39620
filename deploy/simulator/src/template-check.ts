import { z } from 'zod';
import type { StoredTemplate, Templates } from './templates.ts';

/** A refusal as Meta words it; callers decide by `code`. */
export interface Refusal {
  readonly code: number;
  readonly details: string;
}

/** A button as the phone shows it: it opens an address or copies the code. */
export type ShownButton =
  | { readonly type: 'url'; readonly text: string; readonly url: string }
  | { readonly type: 'copy_code'; readonly text: string; readonly code: string };

export interface Accepted {
  readonly to: string;
  readonly template: StoredTemplate;
  readonly text: string;
  readonly buttons: readonly ShownButton[];
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
const LONGEST_ADDRESS = 2000;

function refusal(code: number, details: string): Refusal {
  return { code, details };
}

function wrongText(text: string): Refusal | null {
  if (text.trim() === '') return refusal(131008, 'Parameter text is empty');
  if (text.length > LONGEST_BODY) return refusal(132005, 'Translated text too long');
  if (/[\n\r\t]| {4,}/u.test(text)) {
    return refusal(100, 'Param text cannot have new-line/tab characters or more than 4 consecutive spaces');
  }
  return null;
}

/** Why a template in this state cannot be sent. */
function refuseState(template: StoredTemplate | undefined, name: string, language: string): Refusal | null {
  if (template?.status === 'PAUSED') return refusal(132015, 'Template is paused due to low quality');
  if (template?.status === 'DISABLED') return refusal(132016, 'Template is disabled due to low quality');
  if (template?.status === 'APPROVED') return null;
  return refusal(132001, `Template name (${name}) does not exist in ${language}`);
}

type Parts = Pick<Accepted, 'text' | 'buttons' | 'code'>;
const filled = (text: string, values: readonly string[]) =>
  text.replace(/\{\{(\d+)\}\}/gu, (_all, number: string) => values[Number(number) - 1] ?? '');

/** The text and the buttons of a message with its values; a refusal where they do not fit the template. */
function fill(
  template: StoredTemplate,
  values: readonly string[],
  button: string | undefined,
): Parts | Refusal {
  const { components } = template;
  const body = components.find(({ type }) => type === 'BODY');
  const isCode = template.category === 'AUTHENTICATION';
  const written = body?.type === 'BODY' ? (body.text ?? '') : '';
  const wanted = isCode ? 1 : new Set(written.match(/\{\{\d+\}\}/gu)).size;
  if (values.length !== wanted) {
    return refusal(132000, `Number of parameters (${values.length}) does not match (${wanted})`);
  }
  const wrong = [...values, ...(button === undefined ? [] : [button])].flatMap(
    (text) => wrongText(text) ?? [],
  );
  if (wrong[0]) return wrong[0];
  if (isCode) return codeParts(template, values[0] ?? '', button);
  const text = filled(written, values);
  if (text.length > LONGEST_BODY) return refusal(132005, 'Translated text too long');
  const [registered] = components.flatMap((one) => (one.type === 'BUTTONS' ? one.buttons : []));
  if (registered?.type !== 'URL') {
    return button === undefined
      ? { text, buttons: [], code: null }
      : refusal(132000, 'The template has no button');
  }
  const isOpen = registered.url.endsWith('{{1}}');
  if (isOpen && button === undefined) {
    return refusal(131008, 'Button at index 0 of type Url requires a parameter');
  }
  if (!isOpen && button !== undefined) return refusal(132000, 'The address of the button is fixed');
  const url = filled(registered.url, [button ?? '']);
  if (url.length > LONGEST_ADDRESS) return refusal(132005, 'The address of the button is too long');
  return { text, buttons: [{ type: 'url', text: registered.text, url }], code: null };
}

/** Meta's own text of a message with a code, and its button. */
function codeParts(
  { components }: StoredTemplate,
  code: string,
  button: string | undefined,
): Parts | Refusal {
  if (button === undefined) return refusal(131008, 'Button at index 0 of type Url requires a parameter');
  if (button !== code) return refusal(132012, 'The code of body and button differ');
  if (code.length > LONGEST_CODE) return refusal(100, `The code is longer than ${LONGEST_CODE} characters`);
  const lines = components.flatMap((one) => {
    if (one.type === 'BODY')
      return `${code} adalah kode verifikasi Anda.${one.add_security_recommendation ? ' Demi keamanan, jangan bagikan kode ini.' : ''}`;
    if (one.type === 'FOOTER') return `Kode ini kedaluwarsa dalam ${one.code_expiration_minutes} menit.`;
    return [];
  });
  const [registered] = components.flatMap((one) => (one.type === 'BUTTONS' ? one.buttons : []));
  const text = registered?.text ?? 'Salin kode';
  return { text: lines.join('\n'), buttons: [{ type: 'copy_code', text, code }], code };
}

/** Checks a send request as the Cloud API does, against the templates of the account. */
export function checkMessage(templates: Templates, body: unknown): Accepted | Refusal {
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
  const template = templates.find(name, language.code);
  const refused = refuseState(template, name, language.code);
  if (refused || !template) return refused ?? refusal(132001, name);
  const bodies = components.filter((one) => one.type === 'body');
  const buttons = components.filter((one) => one.type === 'button');
  if (bodies.length > 1 || buttons.length > 1) return refusal(132000, 'A component is there twice');
  const values = bodies[0]?.parameters.map((one) => one.text) ?? [];
  const parts = fill(template, values, buttons[0]?.parameters[0]?.text);
  if ('details' in parts) return parts;
  const reference = message.biz_opaque_callback_data ?? null;
  return { to: `+${message.to.replace('+', '')}`, template, reference, ...parts };
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
