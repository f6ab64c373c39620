import { looksLikeAddress } from './text.ts';
import type { MessageKind } from './message-kinds.ts';
import { namedValues } from './message-texts.ts';
import { MESSAGE_TEMPLATES } from './message-templates.ts';
import type { MessageTemplate } from './message-template.ts';
import { LONGEST_SCHOOL, registeredText } from './template-registration.ts';
import { valueFault } from './template-rules.ts';

/** Meta takes at most so many characters of a body with its parameters, and no empty parameter. */
const LONGEST = 1024;
const NOTHING = '-';
/** In place of a name that reads like an address: it was entered before names were checked. */
const UNNAMED: Readonly<Record<string, string>> = { name: 'Bapak/Ibu', child: 'putra/putri Anda' };

/**
 * A value as plain words on one line: without control characters and marks that turn the direction of the text, without
 * WhatsApp's marks of bold, italics, struck out and code (inside a word they are letters like others), and not a quote.
 */
function plainWords(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/(?![\u200C\u200D])[\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .replace(/`|(?<![\p{L}\p{N}])[*_~]+|[*_~]+(?![\p{L}\p{N}])/gu, '')
    .replace(/^[\s>]+/u, '')
    .replace(/ +/gu, ' ')
    .trim();
}

/** Cuts a text to a length; what is cut off is marked. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  // The half of a character that two units make is no character.
  return `${text
    .slice(0, Math.max(0, length - 1))
    .replace(/[\uD800-\uDBFF]$/u, '')
    .trimEnd()}…`;
}

/** Cuts the longest values until the whole body fits; links stay whole, because half a link leads nowhere. */
function fitted(template: MessageTemplate, values: readonly string[]): string[] {
  const isLink = (at: number) => template.params[at] === 'link';
  const uses = values.map((_value, at) => template.text.split(`{{${at + 1}}}`).length - 1);
  const size = (longest: number) =>
    values.reduce(
      (sum, value, at) =>
        sum + (uses[at] ?? 0) * (isLink(at) ? value.length : Math.min(value.length, longest)),
      registeredText(template, 'x'.repeat(LONGEST_SCHOOL)).replace(/\{\{\d\}\}/gu, '').length,
    );
  let longest = LONGEST;
  while (longest > 1 && size(longest) > LONGEST) longest -= 1;
  return values.map((value, at) => (isLink(at) ? value : cut(value, longest)));
}

/** The parameters in the template's order, fit for Meta. A parameter that is missing is an error. */
export function templateValues(kind: MessageKind, params: Readonly<Record<string, string>>): string[] {
  const template = MESSAGE_TEMPLATES[kind];
  const values = template.params.map((name) => {
    const given = params[name] ?? '';
    const value = (name === 'link' ? given.trim() : plainWords(given)) || template.defaults?.[name];
    if (value) return looksLikeAddress(value) ? (UNNAMED[name] ?? value) : value;
    if (given.trim() === '') throw new Error(`Template ${template.name} needs ${name}`);
    return NOTHING;
  });
  const fit = fitted(template, values);
  const [fault] = fit.flatMap((value, at) => {
    if (template.params[at] === 'link' && !URL.canParse(value)) return ['is no address'];
    return valueFault(value) ?? [];
  });
  if (fault !== undefined) throw new Error(`A value of template ${template.name} ${fault}`);
  return fit;
}

/** The values of a message without what a family typed. */
export const plainValues = (kind: MessageKind, values: readonly string[]): string[] =>
  [...namedValues(MESSAGE_TEMPLATES[kind], values)].map(([name, value]) => UNNAMED[name] ?? value);
