import { filledText } from '@gerbang/domain/result-message';
import type { MessageKind } from './message-kinds.ts';
import type { MessageTemplate } from './message-template.ts';
import { MESSAGE_TEMPLATES } from './message-templates.ts';

/** The mask of a code wherever a message is stored or shown to staff. */
export const MASKED_CODE = '••••••';

/** The values of a message by their names; a row from before a value was left out has its former order. */
export function namedValues(
  { params, formerly = params }: MessageTemplate,
  values: readonly string[],
): ReadonlyMap<string, string> {
  const order = values.length === params.length ? params : formerly;
  return new Map(order.map((name, at) => [name, values[at] ?? '']));
}

/** The message's own words, without the lines around them that say who writes. */
export function renderTemplate(template: MessageTemplate, values: readonly string[]): string {
  return filledText(template.text, values);
}

/** The text as it may be stored, with codes masked. The link is no part of it: it may carry a token. */
export function keptText(kind: MessageKind, values: readonly string[]): string {
  const template = MESSAGE_TEMPLATES[kind];
  return renderTemplate(template, template.category === 'authentication' ? [MASKED_CODE] : values);
}
