// Made from the migrated database by `npm run types:database`; not to be edited.
import type { Role } from '@gerbang/domain/roles';

/** A row of each table as knex returns it. */
export interface Tables {
  readonly limits: {
    readonly key: string;
    readonly hits: number;
    readonly until: Date;
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
  };
}
