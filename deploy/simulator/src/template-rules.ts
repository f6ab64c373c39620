import { z } from 'zod';

/** A refusal of a registration, as Meta words it. */
export interface TemplateRefusal {
  readonly code: number;
  readonly subcode: number;
  readonly title: string;
}

const upper = z.string().transform((text) => text.toUpperCase());
const urlButton = z.strictObject({
  type: upper.pipe(z.literal('URL')),
  text: z.string(),
  url: z.string(),
  example: z.array(z.string()).optional(),
});
const otpButton = z.strictObject({
  type: upper.pipe(z.literal('OTP')),
  otp_type: upper.pipe(z.literal('COPY_CODE')),
  text: z.string().optional(),
});
const component = z.union([
  z.strictObject({
    type: upper.pipe(z.literal('BODY')),
    text: z.string().optional(),
    example: z.strictObject({ body_text: z.array(z.array(z.string())) }).optional(),
    add_security_recommendation: z.boolean().optional(),
  }),
  z.strictObject({
    type: upper.pipe(z.literal('HEADER')),
    format: upper.pipe(z.literal('TEXT')),
    text: z.string(),
  }),
  z.strictObject({
    type: upper.pipe(z.literal('FOOTER')),
    text: z.string().optional(),
    code_expiration_minutes: z.int().min(1).max(90).optional(),
  }),
  z.strictObject({
    type: upper.pipe(z.literal('BUTTONS')),
    buttons: z
      .array(z.union([urlButton, otpButton]))
      .min(1)
      .max(10),
  }),
]);

/** What `POST /{account}/message_templates` takes. */
export const registrationSchema = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(512)
    .regex(/^[a-z0-9_]+$/u),
  language: z.string().regex(/^[a-z]{2,3}(_[A-Z]{2})?$/u),
  category: upper.pipe(z.enum(['AUTHENTICATION', 'UTILITY', 'MARKETING'])),
  components: z.array(component).min(1),
});
export type TakenRegistration = z.output<typeof registrationSchema>;
type Component = TakenRegistration['components'][number];
type Button = Extract<Component, { type: 'BUTTONS' }>['buttons'][number];

const refusal = (subcode: number, title: string): TemplateRefusal => ({ code: 100, subcode, title });
const DANGLING = refusal(2_388_299, 'Leading or trailing params not allowed');
const WORDLESS = refusal(2_388_293, 'Too many variables for the length of the message');
const BODY = refusal(2_388_072, 'The format of the message body is not correct');
const TOO_LONG = refusal(2_388_040, 'Character limit exceeded');
const HEADER = refusal(2_388_047, 'The format of the header is not correct');
const FOOTER = refusal(2_388_073, 'The format of the footer is not correct');
const MISSING = refusal(2_388_043, 'The components lack expected fields');

const isVariable = (part: string) => /^\{\{[0-9]+\}\}$/u.test(part);
/** The text in its fixed parts and its variables, in turn: always a fixed part first and last. */
const partsOf = (text: string) => text.split(/(\{\{[0-9]+\}\})/u);
const saysSomething = (part: string | undefined) => /[\p{L}\p{N}]/u.test(part ?? '');

/** Looks at the body part by part. */
function refuseBody(body: Extract<Component, { type: 'BODY' }>): TemplateRefusal | null {
  const { text = '' } = body;
  if (text.trim().length === 0) return MISSING;
  if (text.length > 1024) return TOO_LONG;
  const parts = partsOf(text);
  const fixed = parts.filter((part) => !isVariable(part));
  if (fixed.some((part) => part.includes('{{') || part.includes('}}'))) return BODY;
  if (text.includes('\t') || text.includes('    ') || text.includes('\n\n\n')) return BODY;
  const used = [...new Set(parts.filter(isVariable).map((part) => Number.parseInt(part.slice(2), 10)))];
  const samples = body.example?.body_text[0] ?? [];
  if (used.length === 0) return samples.length === 0 ? null : MISSING;
  if (!saysSomething(fixed[0]) || !saysSomething(fixed.at(-1))) return DANGLING;
  if (fixed.slice(1, -1).some((part) => part.trim().length === 0)) return BODY;
  used.sort((a, b) => a - b);
  if (used.some((number, at) => number !== at + 1)) return BODY;
  const words = fixed.join(' ').split(/\s/u).filter(saysSomething);
  if (words.length <= 2 * used.length) return WORDLESS;
  return samples.length === used.length && samples.every((sample) => sample.trim().length > 0)
    ? null
    : MISSING;
}

function refuseLine(text: string | undefined, otherwise: TemplateRefusal): TemplateRefusal | null {
  if (text === undefined || text.trim().length === 0) return MISSING;
  if (text.length > 60) return TOO_LONG;
  return ['{{', '}}', '\n', '\t'].some((part) => text.includes(part)) ? otherwise : null;
}

function refuseButton(button: Button): TemplateRefusal | null {
  const { text } = button;
  if (text !== undefined) {
    if (text.length > 25) return TOO_LONG;
    if (text.trim().length === 0) return MISSING;
    if (['{{', '}}', '\n', '\t'].some((part) => text.includes(part))) return BODY;
  }
  if (button.type === 'OTP') return null;
  const parts = partsOf(button.url);
  const start = parts[0] ?? '';
  // Of another scheme, without a host, with blanks or with a brace that belongs to no variable.
  const isAddress = /^https:\/\/[a-z0-9.-]+(:[0-9]+)?(\/|$)/iu.test(start) && !/[\s{}]/u.test(start);
  if (!isAddress) return BODY;
  if (parts.length === 1) return null;
  if (parts.length !== 3 || parts[1] !== '{{1}}' || parts[2] !== '' || !start.slice(8).includes('/'))
    return BODY;
  const [sample, ...more] = button.example ?? [];
  if (sample === undefined || more.length > 0) return MISSING;
  return sample.length > start.length && sample.startsWith(start) && !/[\s{}]/u.test(sample) ? null : MISSING;
}

function refuseComponent(one: Component): TemplateRefusal | null {
  if (one.type === 'BODY') return refuseBody(one);
  if (one.type === 'HEADER') return refuseLine(one.text, HEADER);
  if (one.type === 'FOOTER') return refuseLine(one.text, FOOTER);
  if (one.buttons.filter(({ type }) => type === 'URL').length > 2) return BODY;
  return null;
}

/** What Meta says against a template of the right shape; null where it takes it for review. */
export function refuseTemplate({ category, components }: TakenRegistration): TemplateRefusal | null {
  const types = components.map(({ type }) => type);
  if (!types.includes('BODY') || types.some((type, at) => types.indexOf(type) !== at)) return MISSING;
  const buttons = components.flatMap((one) => (one.type === 'BUTTONS' ? one.buttons : []));
  const isCode = category === 'AUTHENTICATION';
  if (isCode) {
    if (components.some((one) => one.type === 'HEADER' || ('text' in one && one.text !== undefined)))
      return BODY;
    if (buttons.length !== 1 || buttons[0]?.type !== 'OTP') return MISSING;
    if (components.some((one) => one.type === 'FOOTER' && one.code_expiration_minutes === undefined))
      return MISSING;
  } else if (buttons.some(({ type }) => type === 'OTP')) return BODY;
  const all = [...(isCode ? [] : components.map(refuseComponent)), ...buttons.map(refuseButton)];
  return all.find((one) => one !== null) ?? null;
}
