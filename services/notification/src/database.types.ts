// Made from the migrated database by `npm run types:database`; not to be edited.
import type { Role } from '@gerbang/domain/roles';

/** A row of each table as knex returns it. */
export interface Tables {
  readonly accounts: {
    readonly id: string;
    readonly name: string | null;
    readonly role: Role;
    readonly recipient_key: string | null;
    readonly active: boolean;
    readonly version: number;
  };
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
  readonly backup_runs: {
    readonly finished_at: Date;
  };
  readonly early_webhooks: {
    readonly wamid: string;
    readonly status: string;
    readonly reference: string | null;
    readonly error_code: number | null;
    readonly at: Date;
    readonly received_at: Date;
  };
  readonly idempotency_keys: {
    readonly user_id: string;
    readonly route: string;
    readonly key: string;
    readonly sealed: string;
    readonly created_at: Date;
  };
  readonly notifications: {
    readonly id: string;
    readonly dedupe_key: string;
    readonly kind: string;
    readonly priority: 'code' | 'normal' | 'bulk';
    readonly recipient_sealed: string;
    readonly recipient_key: string;
    readonly params_sealed: string | null;
    readonly message: string | null;
    readonly status: 'pending' | 'retry' | 'sent' | 'delivered' | 'failed';
    readonly reason: string | null;
    readonly error_code: number | null;
    readonly attempt: number;
    readonly tries: number;
    readonly unknowns: number;
    readonly attempt_state: 'none' | 'sending' | 'unknown';
    readonly next_attempt_at: Date;
    readonly lease_until: Date;
    readonly lease_owner: string | null;
    readonly expires_at: Date | null;
    readonly renumbered_at: Date;
    readonly wamid: string | null;
    readonly created_at: Date;
    readonly sent_at: Date | null;
    readonly delivered_at: Date | null;
    readonly read_at: Date | null;
    readonly failed_at: Date | null;
    readonly recipient_id: string | null;
    readonly version: number;
    readonly resent_at: Date | null;
    readonly resend_floor: number;
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
  readonly send_pace: {
    readonly scope: string;
    readonly taken_until: Date;
  };
  readonly send_stops: {
    readonly scope: string;
    readonly until: Date;
    readonly code: number | null;
    readonly hits: number;
  };
}
