import { schoolBeginning } from '@gerbang/contracts/school-beginning';
import type { CurrentSchool } from '@gerbang/service-kit/data/current-school';
import { copiedSchool } from '@gerbang/service-kit/events/school-copy';
import { type Columns, createColumns } from '@gerbang/service-kit/data/columns';
import type { Database } from '@gerbang/service-kit/data/database';
import { type AssertEyes, eyesOfAuth } from '@gerbang/service-kit/http/four-eyes';
import type { Logger } from '@gerbang/service-kit/program/logger';
import { createOutbox, type Outbox } from '@gerbang/service-kit/events/outbox';
import { createSealer, type Sealer } from '@gerbang/service-kit/data/sealing';
import type { Config } from './config.ts';

/** Everything that a use case of this service may use. */
export interface Context {
  readonly config: Config;
  readonly database: Database;
  readonly outbox: Outbox;
  readonly sealer: Sealer;
  readonly columns: Columns;
  /** The school's settings in force. */
  readonly school: CurrentSchool;
  /** Refuses a caller who may not be the second person. */
  readonly assertEyes: AssertEyes;
  readonly log: Logger;
  /** The clock, so that tests can move the business day. */
  readonly now: () => Date;
}

/** Builds the context of the use cases. */
export function buildContext(
  config: Config,
  database: Database,
  log: Logger,
  now = () => new Date(),
): Context {
  const beginning = schoolBeginning(config.SCHOOL_CONFIG, config.SAMPLE_SCHOOL);
  const sealer = createSealer(config.BUS_KEYS);
  return {
    config,
    database,
    outbox: createOutbox(sealer),
    sealer,
    columns: createColumns(config.COLUMN_KEYS, config.BLIND_INDEX_KEY),
    school: copiedSchool(database.knex, beginning.settings, log),
    assertEyes: eyesOfAuth({ origin: config.AUTH_URL, key: config.INTERNAL_KEY }),
    log,
    now,
  };
}
