import { createSealer, type KeyRing, type Sealer } from '../data/sealing.ts';
import type { Database } from '../data/database.ts';
import { createOutbox, type Outbox } from '../events/outbox.ts';
import type { Logger } from './logger.ts';

/** What the use cases of every service may use. */
export interface BaseContext<Config> {
  readonly config: Config;
  readonly database: Database;
  readonly outbox: Outbox;
  readonly sealer: Sealer;
  readonly log: Logger;
  /** The clock, so that tests can move the business day. */
  readonly now: () => Date;
}

/** Builds what contexts have in common. */
export function baseContext<Config extends { readonly BUS_KEYS: KeyRing }>(
  config: Config,
  database: Database,
  log: Logger,
  now = () => new Date(),
): BaseContext<Config> {
  const sealer = createSealer(config.BUS_KEYS);
  return { config, database, outbox: createOutbox(sealer), sealer, log, now };
}
