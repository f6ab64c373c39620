import { KIT_CLASSES, type SchemaClasses, words } from '@gerbang/service-kit/data/data-classes';

/**
 * The classes of this service's columns. What is sealed here has a rotation of its own, which
 * also renews the hashes by which numbers are found.
 */
export const DATA_CLASSES: SchemaClasses = {
  ...KIT_CLASSES,
  accounts: {
    sealed: words('phone_sealed'),
    personal: words('name email recipient_key'),
    plain: words('id role active version phone_verified'),
  },
  school: { plain: words('id version settings received_at') },
  recipient_counts: { personal: words('recipient_key'), plain: words('day_started_at today unproved') },
  notifications: {
    sealed: words('recipient_sealed params_sealed'),
    specific: words('message'),
    personal: words('recipient_key'),
    plain: words(
      `id dedupe_key kind channel priority status reason error_code attempt tries unknowns attempt_state next_attempt_at lease_until
       lease_owner expires_at not_before renumbered_at resend_floor resent_at recipient_id version wamid created_at sent_at
       delivered_at read_at failed_at contacted_at`,
    ),
  },
  family_contacts: {
    personal: words('note actor_name'),
    plain: words('id account_id contacted_at actor_role'),
  },
  message_days: { plain: words('day kind outcome n') },
  inbox: { specific: words('text'), plain: words('id account_id kind link created_at read_at') },
  message_settings: { plain: words('account_id kind channel') },
  blocked_addresses: { personal: words('address_key'), plain: words('account_id cause blocked_at') },
  message_templates: {
    plain: words(
      'name language kind version status reason status_at category category_at quality quality_at',
    ),
  },
  account_warnings: { plain: words('event detail told_at') },
  send_pace: { plain: words('scope taken_until') },
  operator_notices: { plain: words('cause told_at') },
  backup_runs: { plain: words('finished_at every_seconds') },
  send_stops: { plain: words('scope until code hits') },
  early_webhooks: { plain: words('wamid status reference error_code at received_at') },
};
