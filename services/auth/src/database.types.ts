// Made from the migrated database by `npm run types:database`; not to be edited.
import type { Role } from '@gerbang/domain/roles';

/** A row of each table as knex returns it. */
export interface Tables {
  readonly audit_anchors: {
    readonly position: number;
    readonly hash: Buffer;
    readonly made_at: Date;
  };
  readonly audit_chain: {
    readonly position: number;
    readonly event_id: string;
    readonly hash: Buffer;
    readonly sealed_at: Date;
  };
  readonly audit_events: {
    readonly id: string;
    readonly at: Date;
    readonly action: string;
    readonly actor_id: string | null;
    readonly actor_name: string | null;
    readonly actor_role: Role | null;
    readonly subject_id: string | null;
    readonly details: unknown;
    readonly request_id: string | null;
    readonly address: string | null;
  };
  readonly idempotency_keys: {
    readonly user_id: string;
    readonly route: string;
    readonly key: string;
    readonly sealed: string;
    readonly created_at: Date;
  };
  readonly login_phones: {
    readonly user_id: string;
    readonly phone: string | null;
    readonly profile_version: number;
    readonly updated_at: Date;
  };
  readonly outbox: {
    readonly id: string;
    readonly type: string;
    readonly version: number;
    readonly queue: string;
    readonly sealed: string;
    readonly request_id: string | null;
    readonly created_at: Date;
    readonly relayed_at: Date | null;
    readonly relayed_to: string | null;
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
  };
  readonly password_reset_guards: {
    readonly account_key: string;
    readonly wrong: number;
    readonly closed_until: Date | null;
    readonly updated_at: Date;
  };
  readonly processed_events: {
    readonly id: string;
    readonly type: string;
    readonly processed_at: Date;
  };
  readonly retention_runs: {
    readonly day: string;
    readonly started_at: Date;
    readonly finished_at: Date | null;
    readonly counts: unknown;
  };
  readonly throttles: {
    readonly kind: 'address' | 'identifier' | 'reset_address';
    readonly key: string;
    readonly count: number;
    readonly window_started_at: Date;
    readonly last_at: Date;
    readonly blocked_until: Date | null;
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
  };
}
