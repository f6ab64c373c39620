import { schoolBeginning } from '@gerbang/contracts/school-beginning';
import type { CurrentSchool } from '@gerbang/service-kit/data/current-school';
import { copiedSchool } from '@gerbang/service-kit/events/school-copy';
import { type Columns, createColumns } from '@gerbang/service-kit/data/columns';
import type { Database } from '@gerbang/service-kit/data/database';
import { type AssertEyes, eyesOfAuth } from '@gerbang/service-kit/http/four-eyes';
import type { Logger } from '@gerbang/service-kit/program/logger';
import { type BaseContext, baseContext } from '@gerbang/service-kit/program/context';
import { payGatewayOf } from '@gerbang/service-kit/snap/pay-config';
import type { Config } from './config.ts';
import type { PaymentGateway } from './gateway/port.ts';
import { createSnapCalls } from './gateway/snap-calls.ts';
import { createSnapGateway } from './gateway/snap-gateway.ts';

/** Everything that a use case of this service may use. */
export interface Context extends BaseContext<Config> {
  readonly columns: Columns;
  /** The school's settings in force. */
  readonly school: CurrentSchool;
  /** The provider of payments; null where payments through one are off. */
  readonly gateway: PaymentGateway | null;
  /** Refuses a caller who may not be the second person. */
  readonly assertEyes: AssertEyes;
}

/** Builds the context of the use cases. */
export function buildContext(config: Config, database: Database, log: Logger, clock?: () => Date): Context {
  const base = baseContext(config, database, log, clock);
  const { sealer, now } = base;
  const beginning = schoolBeginning(config.SCHOOL_CONFIG, config.SAMPLE_SCHOOL);
  const pay = payGatewayOf(config);
  const calls = pay && createSnapCalls(pay, { database, sealer, log, now });
  return {
    ...base,
    columns: createColumns(config.COLUMN_KEYS, config.BLIND_INDEX_KEY),
    school: copiedSchool(database.knex, beginning.settings, log),
    gateway: pay && calls && createSnapGateway(pay, calls, now),
    assertEyes: eyesOfAuth({ origin: config.AUTH_URL, key: config.INTERNAL_KEY }),
  };
}
