import type { Bus } from '@gerbang/service-kit/events/bus';
import type { Database } from '@gerbang/service-kit/data/database';
import type { Logger } from '@gerbang/service-kit/program/logger';
import type { KeyRing, Sealer } from '@gerbang/service-kit/data/sealing';

/**
 * What the calls of the board work with. They move the row and ring; sending is the worker's alone, by its lease, so
 * that it makes no difference whether both run in one process.
 */
export interface MessagesContext {
  readonly database: Database;
  readonly bus: Bus;
  readonly columns: Sealer;
  readonly columnKeys: KeyRing;
  readonly log: Logger;
}
