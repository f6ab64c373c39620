// Made from the migrated database by `npm run types:database`; not to be edited.
import type { Role } from '@gerbang/domain/roles';

/** A row of each of the service's tables as knex returns it; the kit types its own. */
export interface Tables {
  readonly account_warnings: {
    readonly event: string;
    readonly detail: string | null;
    readonly told_at: Date;
  };
  readonly accounts: {
    readonly id: string;
    readonly name: string | null;
    readonly role: Role;
    readonly recipient_key: string | null;
    readonly active: boolean;
    readonly version: number;
    readonly phone_verified: boolean | null;
    readonly email: string | null;
    readonly phone_sealed: string | null;
  };
  readonly backup_runs: {
    readonly finished_at: Date;
    readonly every_seconds: number | null;
  };
  readonly blocked_addresses: {
    readonly address_key: string;
    readonly cause: 'bounced' | 'complained';
    readonly blocked_at: Date;
    readonly account_id: string | null;
  };
  readonly early_webhooks: {
    readonly wamid: string;
    readonly status: string;
    readonly reference: string | null;
    readonly error_code: number | null;
    readonly at: Date;
    readonly received_at: Date;
  };
  readonly family_contacts: {
    readonly id: string;
    readonly account_id: string;
    readonly contacted_at: Date;
    readonly actor_name: string | null;
    readonly actor_role: Role;
    readonly note: string | null;
  };
  readonly inbox: {
    readonly id: string;
    readonly account_id: string;
    readonly kind: string;
    readonly text: string;
    readonly link: string | null;
    readonly created_at: Date;
    readonly read_at: Date | null;
  };
  readonly message_days: {
    readonly day: string;
    readonly kind: string;
    readonly outcome: 'delivered' | 'read' | 'failed' | 'email' | 'sent';
    readonly n: number;
  };
  readonly message_settings: {
    readonly account_id: string;
    readonly kind: string;
    readonly channel: 'whatsapp' | 'email';
  };
  readonly message_templates: {
    readonly name: string;
    readonly language: string;
    readonly kind: string;
    readonly version: number;
    readonly status: 'PENDING' | 'APPROVED' | 'REJECTED' | 'PAUSED' | 'DISABLED' | null;
    readonly reason: string | null;
    readonly status_at: Date | null;
    readonly category: string | null;
    readonly category_at: Date | null;
    readonly quality: string | null;
    readonly quality_at: Date | null;
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
    readonly channel: 'whatsapp' | 'email';
    readonly not_before: Date | null;
    readonly contacted_at: Date | null;
  };
  readonly operator_notices: {
    readonly cause: string;
    readonly told_at: Date;
  };
  readonly recipient_counts: {
    readonly recipient_key: string;
    readonly day_started_at: Date;
    readonly today: number;
    readonly unproved: number;
  };
  readonly school: {
    readonly id: boolean;
    readonly version: number;
    readonly settings: unknown;
    readonly received_at: Date;
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
