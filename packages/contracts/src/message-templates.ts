import { accountTemplates } from './account-templates.ts';
import { admissionTemplates } from './admission-templates.ts';
import { billingTemplates } from './billing-templates.ts';
import type { MessageKind } from './message-kinds.ts';
import type { MessageTemplate } from './message-template.ts';

export const TEMPLATE_LANGUAGE = 'id';

/**
 * The text of every kind of message. A template that takes other values gets another name, because programs of the release
 * before go on sending the former ones during an update. A reason, and the result of an observation, stay behind the login: a message can be
 * read on a locked screen.
 */
export const MESSAGE_TEMPLATES: Readonly<Record<MessageKind, MessageTemplate>> = {
  ...accountTemplates,
  ...admissionTemplates,
  ...billingTemplates,
};
