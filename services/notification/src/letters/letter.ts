import { isLetterKind, LETTER_TEXTS } from '@gerbang/contracts/letter-templates';
import type { AnyKind } from '@gerbang/contracts/message-kinds';
import { MESSAGE_TEMPLATES } from '@gerbang/contracts/message-templates';
import { namedValues, renderTemplate } from '@gerbang/contracts/message-texts';
import { letterPage } from './letter-page.ts';
import { ACTIONS, lettersCopy as copy, SUBJECTS } from './letters.copy.ts';

/** A letter as it is given to the mail server. */
export interface Letter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What a message of a kind says: its text, and apart from it the code and the link where it has them. */
function partsOf(kind: AnyKind, values: readonly string[]) {
  if (isLetterKind(kind))
    return { text: LETTER_TEXTS[kind], code: null, link: values[0] ?? null, label: ACTIONS[kind] };
  const template = MESSAGE_TEMPLATES[kind];
  const link = namedValues(template, values).get('link') ?? null;
  const code = template.category === 'authentication' ? (values[0] ?? null) : null;
  return { text: renderTemplate(template, values), code, link, label: template.button ?? copy.open };
}

/**
 * The letter of a message from the school. `settingsLink` = the page on which such messages may be switched to another way,
 * null where that is not possible.
 */
export function letterOf(
  { kind, values }: { readonly kind: AnyKind; readonly values: readonly string[] },
  school: string,
  settingsLink: string | null,
): Letter {
  const { text, code, link, label } = partsOf(kind, values);
  const subject = SUBJECTS[kind];
  const paragraphs = [copy.greeting, ...text.split('\n')];
  const small = [...(link === null ? [] : [copy.address(link)]), copy.footer(school)];
  const settings = settingsLink === null ? null : { label: copy.settings, link: settingsLink };
  const button = link === null ? null : { label, link };
  return {
    subject,
    text: [
      ...paragraphs,
      ...(button === null ? [] : [`${button.label}:\n${button.link}`]),
      `-- \n${copy.footer(school)}`,
      ...(settings === null ? [] : [`${settings.label}: ${settings.link}`]),
    ].join('\n\n'),
    html: letterPage({ subject, school, paragraphs, code, button, small, settings }),
  };
}
