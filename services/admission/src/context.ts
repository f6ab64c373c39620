import { type Columns, createColumns } from '@gerbang/service-kit/data/columns';
import type { Database } from '@gerbang/service-kit/data/database';
import { type AssertEyes, eyesOfAuth } from '@gerbang/service-kit/http/four-eyes';
import type { Logger } from '@gerbang/service-kit/program/logger';
import { type BaseContext, baseContext } from '@gerbang/service-kit/program/context';
import { type EndPayRequests, endInBilling } from './clients/pay-requests.client.ts';
import { type Billing, billingAt } from './clients/billing.client.ts';
import type { Config } from './config.ts';
import { createOwnSchool, type OwnSchool } from './school-record/current-school.ts';
import type { Feature } from './registration-record/moves.ts';
import { createFileStore } from '@gerbang/file-store/file-store';
import type { ObjectStore } from '@gerbang/file-store/object-store';

/** Everything that a use case of this service may use. */
export interface Context extends BaseContext<Config>, Billing {
  readonly columns: Columns;
  /** The school's settings in force. */
  readonly school: OwnSchool;
  /** The bytes of files. */
  readonly store: ObjectStore;
  /** Refuses a caller who is no second person. */
  readonly assertEyes: AssertEyes;
  /** What a proof of a fee ends at billing. */
  readonly endPayRequests: EndPayRequests;
  /** The features that follow the moves of registrations. */
  readonly features: readonly Feature<Context>[];
}

/** Builds the context of the use cases. */
export function buildContext(
  config: Config,
  database: Database,
  log: Logger,
  features: readonly Feature<Context>[],
  now?: () => Date,
): Context {
  return {
    ...baseContext(config, database, log, now),
    columns: createColumns(config.COLUMN_KEYS, config.BLIND_INDEX_KEY),
    school: createOwnSchool(config, database, log),
    store: createFileStore(config),
    assertEyes: eyesOfAuth({ origin: config.AUTH_URL, key: config.INTERNAL_KEY }),
    ...billingAt({ origin: config.BILLING_URL, key: config.INTERNAL_KEY }),
    endPayRequests: endInBilling(config, log),
    features,
  };
}
