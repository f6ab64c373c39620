// Made from the migrated database by `npm run types:database`; not to be edited.
/** A row of each of the service's tables as knex returns it; the kit types its own. */
export interface Tables {
  readonly counter_accounts: {
    readonly user_id: string;
    readonly made_by: string;
    readonly made_at: Date;
    readonly invited_at: Date | null;
    readonly import_id: string | null;
  };
  readonly email_tokens: {
    readonly id: string;
    readonly user_id: string;
    readonly email: string;
    readonly cause: 'registration' | 'again' | 'change';
    readonly token_hash: Buffer;
    readonly created_at: Date;
    readonly expires_at: Date;
    readonly used_at: Date | null;
    readonly voided_at: Date | null;
  };
  readonly factor_clearances: {
    readonly user_id: string;
    readonly requested_by: string;
    readonly requested_at: Date;
  };
  readonly factor_steps: {
    readonly key: Buffer;
    readonly user_id: string;
    readonly purpose: 'login' | 'fresh' | 'passkey';
    readonly challenge: string | null;
    readonly attempts: number;
    readonly session_epoch: number;
    readonly expires_at: Date;
  };
  readonly factors: {
    readonly id: string;
    readonly user_id: string;
    readonly kind: 'passkey' | 'totp';
    readonly name: string;
    readonly credential_id: string | null;
    readonly public_key: Buffer | null;
    readonly counter: number | null;
    readonly transports: string | null;
    /** Ciphertext. */
    readonly secret: string | null;
    readonly last_step: number | null;
    readonly created_at: Date;
    readonly confirmed_at: Date | null;
    readonly last_used_at: Date | null;
  };
  readonly former_phones: {
    readonly user_id: string;
    readonly phone: string;
    readonly changed_at: Date;
  };
  readonly list_views: {
    readonly id: string;
    readonly user_id: string;
    readonly list: string;
    readonly name: string;
    readonly settings: unknown;
    readonly shared: boolean;
    readonly version: number;
  };
  readonly login_line: {
    readonly id: string;
    readonly key: string;
    readonly since: Date;
    readonly seen_at: Date;
    readonly begun_at: Date | null;
  };
  readonly login_phones: {
    readonly user_id: string;
    readonly phone: string | null;
    readonly profile_version: number;
    readonly updated_at: Date;
  };
  readonly number_requests: {
    readonly id: string;
    readonly user_id: string;
    readonly phone: string;
    readonly old_phone: string | null;
    readonly checked: readonly string[];
    readonly status: 'open' | 'approved' | 'moved' | 'refused' | 'stopped' | 'failed';
    readonly opened_by: string;
    readonly opened_at: Date;
    readonly decided_by: string | null;
    readonly decided_at: Date | null;
    readonly note: string | null;
    readonly counts_at: Date | null;
    readonly stop_hash: Buffer | null;
    readonly ended_at: Date | null;
    readonly failure: 'phone_taken' | 'number_changed' | null;
  };
  readonly password_requests: {
    readonly user_id: string;
    readonly requested_by: string;
    readonly requested_at: Date;
  };
  readonly password_reset_codes: {
    readonly id: string;
    readonly account_key: string;
    readonly user_id: string | null;
    readonly salt: Buffer;
    readonly code_hash: Buffer;
    readonly attempts: number;
    readonly created_at: Date;
    readonly expires_at: Date;
    readonly used_at: Date | null;
    readonly voided_at: Date | null;
    readonly mailed_at: Date | null;
  };
  readonly password_reset_guards: {
    readonly account_key: string;
    readonly wrong: number;
    readonly closed_until: Date | null;
    readonly updated_at: Date;
  };
  readonly phone_codes: {
    readonly id: string;
    readonly user_id: string;
    readonly phone: string;
    readonly is_change: boolean;
    readonly salt: Buffer;
    readonly code_hash: Buffer;
    readonly attempts: number;
    readonly created_at: Date;
    readonly expires_at: Date;
    readonly used_at: Date | null;
    readonly voided_at: Date | null;
  };
  readonly recovery_codes: {
    readonly user_id: string;
    readonly code_hash: Buffer;
    readonly created_at: Date;
    readonly used_at: Date | null;
  };
  readonly registration_places: {
    readonly user_id: string;
    readonly network: string;
    readonly window_started_at: Date;
  };
  readonly school: {
    readonly id: boolean;
    readonly version: number;
    readonly settings: unknown;
    readonly received_at: Date;
  };
  readonly throttles: {
    readonly kind: 'address' | 'identifier' | 'reset_address' | 'device' | 'devices' | 'session' | 'registration' | 'number_stop' | 'email_token' | 'account_search' | 'phone_change' | 'phone_change_network';
    readonly key: string;
    readonly count: number;
    readonly window_started_at: Date;
    readonly last_at: Date;
    readonly blocked_until: Date | null;
    readonly given_back: number;
  };
  readonly users: {
    readonly id: string;
    readonly email: string;
    readonly name: string | null;
    readonly role: 'wali_murid' | 'cs' | 'finance' | 'staff_pendidikan' | 'staff_tu' | 'manager_pendidikan' | 'admin' | 'it';
    readonly contact_phone: string | null;
    readonly password_hash: string;
    readonly must_change_password: boolean;
    readonly session_epoch: number;
    readonly demo: boolean;
    readonly created_at: Date;
    readonly updated_at: Date;
    readonly deleted_at: Date | null;
    readonly version: number;
    readonly phone_verified_at: Date | null;
    readonly email_verified_at: Date | null;
    readonly pending_phone: string | null;
    readonly pending_email: string | null;
    readonly hands_at: Date;
    readonly made_by: readonly string[];
    readonly role_by: readonly string[];
    readonly number_by: readonly string[];
    readonly password_by: readonly string[];
    readonly was_admin_at: Date | null;
    readonly was_deciding_at: Date | null;
  };
}
