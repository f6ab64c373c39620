import { type Columns, createColumns } from '@gerbang/service-kit/data/columns';
import type { Database } from '@gerbang/service-kit/data/database';
import { type AssertEyes, eyesOfAuth } from '@gerbang/service-kit/http/four-eyes';
import type { Logger } from '@gerbang/service-kit/program/logger';
import { type BaseContext, baseContext } from '@gerbang/service-kit/program/context';
import { type EndPayRequests, endInBilling } from './clients/pay-requests.client.ts';
import { type Drawers, drawersInBilling } from './clients/drawers.client.ts';
import { type CountOwedInvoices, owedInBilling } from './clients/owed-invoices.client.ts';
import type { Config } from './config.ts';
import { createOwnSchool, type OwnSchool } from './school-record/current-school.ts';
import type { Feature } from './registration-record/moves.ts';
import { withdrawInBilling, type WithdrawAcceptance } from './clients/withdraw-acceptance.client.ts';
import { createFileStore } from '@gerbang/file-store/file-store';
import type { ObjectStore } from '@gerbang/file-store/object-store';

/** Everything that a use case of this service may use. */
export interface Context extends BaseContext<Config> {
  readonly columns: Columns;
  /** The school's settings in force. */
  readonly school: OwnSchool;
  /** The bytes of files. */
  readonly store: ObjectStore;
  /** Refuses a caller who is no second person. */
  readonly assertEyes: AssertEyes;
  /** Ends an acceptance in billing. */
  readonly withdrawAcceptance: WithdrawAcceptance;
  /** The invoices of a year that families still owe, as billing counts them. */
  readonly owedInvoices: CountOwedInvoices;
  /** The drawers of billing, into which fees in cash fall. */
  readonly drawers: Drawers;
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
    withdrawAcceptance: withdrawInBilling({ origin: config.BILLING_URL, key: config.INTERNAL_KEY }),
    owedInvoices: owedInBilling({ origin: config.BILLING_URL, key: config.INTERNAL_KEY }),
    drawers: drawersInBilling({ origin: config.BILLING_URL, key: config.INTERNAL_KEY }),
    endPayRequests: endInBilling(config, log),
    features,
  };
}
