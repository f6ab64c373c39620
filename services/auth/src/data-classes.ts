import { KIT_CLASSES, type SchemaClasses, words } from '@gerbang/service-kit/data/data-classes';

/** The classes of this service's columns. Codes and passwords are kept as hashes alone. */
export const DATA_CLASSES: SchemaClasses = {
  ...KIT_CLASSES,
  users: {
    personal: words('name email pending_email contact_phone pending_phone password_hash'),
    plain: words(
      'id role demo made_by role_by number_by password_by hands_at was_admin_at was_deciding_at must_change_password session_epoch version phone_verified_at email_verified_at created_at updated_at deleted_at',
    ),
  },
  counter_accounts: { plain: words('user_id made_by made_at invited_at import_id') },
  former_phones: { personal: words('phone'), plain: words('user_id changed_at') },
  login_phones: { personal: words('phone'), plain: words('user_id profile_version updated_at') },
  password_reset_codes: {
    personal: words('account_key code_hash salt'),
    plain: words('id user_id attempts created_at expires_at mailed_at used_at voided_at'),
  },
  password_reset_guards: { personal: words('account_key'), plain: words('wrong closed_until updated_at') },
  email_tokens: {
    personal: words('email token_hash'),
    plain: words('id user_id cause created_at expires_at used_at voided_at'),
  },
  phone_codes: {
    personal: words('phone code_hash salt'),
    plain: words('id user_id is_change attempts created_at expires_at used_at voided_at'),
  },
  // `public_key` and `credential_id` name a device of a person, though neither opens anything.
  factors: {
    personal: words('name credential_id public_key'),
    sealed: words('secret'),
    plain: words('id user_id kind counter transports last_step created_at confirmed_at last_used_at'),
  },
  recovery_codes: { personal: words('code_hash'), plain: words('user_id created_at used_at') },
  factor_steps: { plain: words('key user_id purpose challenge attempts session_epoch expires_at') },
  login_line: { personal: words('key'), plain: words('id since seen_at begun_at') },
  list_views: { personal: words('name'), plain: words('id user_id list settings shared version') },
  factor_clearances: { plain: words('user_id requested_by requested_at') },
  password_requests: { plain: words('user_id requested_by requested_at') },
  number_requests: {
    personal: words('phone old_phone note stop_hash'),
    plain: words(
      'id user_id status checked opened_by opened_at decided_by decided_at counts_at ended_at failure',
    ),
  },
  throttles: {
    personal: words('key'),
    plain: words('kind count given_back blocked_until last_at window_started_at'),
  },
  registration_places: { personal: words('network'), plain: words('user_id window_started_at') },
  school: { plain: words('id version settings received_at') },
};
