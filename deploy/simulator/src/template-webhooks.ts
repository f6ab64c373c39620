import type { StoredTemplate } from './templates.ts';

/** A webhook in Meta's envelope (developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference). */
function envelope(account: string, field: string, value: object): string {
  const entry = [{ id: account, time: Math.floor(Date.now() / 1000), changes: [{ field, value }] }];
  return JSON.stringify({ object: 'whatsapp_business_account', entry });
}

const named = ({ id, name, language }: StoredTemplate) => ({
  message_template_id: Number(id),
  message_template_name: name,
  message_template_language: language,
});

/** `message_template_status_update`: a template was approved, rejected, paused or disabled. */
export function statusUpdate(account: string, template: StoredTemplate): string {
  return envelope(account, 'message_template_status_update', {
    event: template.status,
    ...named(template),
    message_template_category: template.category,
    reason: template.reason,
    ...(template.status === 'PAUSED' && {
      other_info: { title: 'FIRST_PAUSE', description: 'Paused for 3 hours because of low quality' },
    }),
  });
}

/** `message_template_quality_update`. */
export function qualityUpdate(account: string, template: StoredTemplate, before: string): string {
  return envelope(account, 'message_template_quality_update', {
    previous_quality_score: before,
    new_quality_score: template.quality,
    ...named(template),
  });
}

/** `template_category_update` of a change that has happened. */
export function categoryUpdate(account: string, template: StoredTemplate, before: string): string {
  return envelope(account, 'template_category_update', {
    ...named(template),
    previous_category: before,
    new_category: template.category,
  });
}

/** `account_update`: what Meta did to the account. */
export function accountUpdate(account: string, event: string, details: object): string {
  return envelope(account, 'account_update', { event, ...details });
}
