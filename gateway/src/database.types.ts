// Made from the migrated database by `npm run types:database`; not to be edited.
import type { Role } from '@gerbang/domain/roles';

/** A row of each of the service's tables as knex returns it; the kit types its own. */
export interface Tables {
  readonly limits: {
    readonly key: string;
    readonly hits: number;
    readonly until: Date;
  };
  readonly school: {
    readonly id: boolean;
    readonly version: number;
    readonly school: unknown;
    readonly received_at: Date;
  };
  readonly session_epochs: {
    readonly user_id: string;
    readonly epoch: number;
  };
  readonly sessions: {
    readonly hash: string;
    readonly user_id: string;
    readonly role: Role;
    readonly epoch: number;
    readonly must_change: boolean;
    readonly created_at: number;
    readonly last_seen: number;
    readonly id: string;
    readonly proven_at: number;
    readonly must_add_factor: boolean;
    readonly device: string | null;
    readonly network: string | null;
  };
}
