import type { Database } from '@gerbang/service-kit/data/database';
import { type AssertEyes, eyesOfAuth } from '@gerbang/service-kit/http/four-eyes';
import type { Logger } from '@gerbang/service-kit/program/logger';
import { createOutbox, type Outbox } from '@gerbang/service-kit/events/outbox';
import { createSealer, type Sealer } from '@gerbang/service-kit/data/sealing';
import type { Config } from './config.ts';
import { correctInAdmission, type CorrectResult } from './result-corrections/correct-result.client.ts';

/** Everything that a use case of this service may use. */
export interface Context {
  readonly config: Config;
  readonly database: Database;
  readonly outbox: Outbox;
  readonly sealer: Sealer;
  /** Refuses a caller who may not be the second person. */
  readonly assertEyes: AssertEyes;
  /** Applies a correction in admission. */
  readonly correctResult: CorrectResult;
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
  const sealer = createSealer(config.BUS_KEYS);
  const key = config.INTERNAL_KEY;
  return {
    config,
    database,
    outbox: createOutbox(sealer),
    sealer,
    assertEyes: eyesOfAuth({ origin: config.AUTH_URL, key }),
    correctResult: correctInAdmission({ origin: config.ADMISSION_URL, key }),
    log,
    now,
  };
}
