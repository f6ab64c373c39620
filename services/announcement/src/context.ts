import type { Database } from '@gerbang/service-kit/data/database';
import { type AssertEyes, eyesOfAuth } from '@gerbang/service-kit/http/four-eyes';
import type { Logger } from '@gerbang/service-kit/program/logger';
import { type BaseContext, baseContext } from '@gerbang/service-kit/program/context';
import type { Config } from './config.ts';
import { correctInAdmission, type CorrectResult } from './result-corrections/correct-result.client.ts';

/** Everything that a use case of this service may use. */
export interface Context extends BaseContext<Config> {
  /** Refuses a caller who may not be the second person. */
  readonly assertEyes: AssertEyes;
  /** Applies a correction in admission. */
  readonly correctResult: CorrectResult;
}

/** Builds the context of the use cases. */
export function buildContext(config: Config, database: Database, log: Logger, now?: () => Date): Context {
  const key = config.INTERNAL_KEY;
  return {
    ...baseContext(config, database, log, now),
    assertEyes: eyesOfAuth({ origin: config.AUTH_URL, key }),
    correctResult: correctInAdmission({ origin: config.ADMISSION_URL, key }),
  };
}
