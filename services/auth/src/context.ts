import { availableParallelism } from 'node:os';
import { type Columns, createColumns } from '@gerbang/service-kit/data/columns';
import type { Database } from '@gerbang/service-kit/data/database';
import { type KeyedHash, keyedHash } from '@gerbang/service-kit/data/keyed-hash';
import { type BaseContext, baseContext } from '@gerbang/service-kit/program/context';
import type { Logger } from '@gerbang/service-kit/program/logger';
import { KeyedSemaphore } from '@gerbang/service-kit/program/semaphore';
import { LoginGuard } from './account-record/login-guard.ts';
import { withFallback } from './login-line/line-store.ts';
import { LineTickets } from './login-line/line-tickets.ts';
import { HOLD_MS, LoginLine } from './login-line/login-line.ts';
import { databaseLine } from './login-line/login-line.repository.ts';
import { redisLine } from './login-line/redis-line-store.ts';
import { DeviceTokens } from './account-record/device-tokens.ts';
import { localLimit } from './account-record/throttle.repository.ts';
import { type Config, type FactorPolicies, factorPolicies } from './config.ts';
import type { ResetLimits } from './account-record/live-codes.repository.ts';
import { type HashParameters, PasswordHasher } from './account-record/password-hasher.ts';

/** Everything that a use case of this service may use. */
export interface Context extends BaseContext<Config> {
  readonly hasher: PasswordHasher;
  readonly guard: LoginGuard;
  readonly line: LoginLine;
  readonly hash: KeyedHash;
  readonly devices: DeviceTokens;
  readonly columns: Columns;
  readonly factorPolicies: FactorPolicies;
  /** Tries of one e-mail's code run one after the other, so that a flood of them holds one connection. */
  readonly resetTurns: KeyedSemaphore;
  /** The most common passwords, which are refused. */
  readonly common: ReadonlySet<string>;
  readonly resetLimits: ResetLimits;
  /** Whether the portal sends letters, by the variable that notification needs for it too. */
  readonly sendsLetters: boolean;
  /** Reset requests of one address in an hour. */
  readonly resetPerAddress: number;
}

/** Leaves one core to everything that is not a password. */
const HASHES_AT_ONCE = Math.max(1, availableParallelism() - 1);

/**
 * Builds the context of the use cases; `holdMs` = how long a login waits for its turn within one request. The last
 * parameter is for tests: the program gives none.
 */
export async function buildContext(
  config: Config,
  database: Database,
  common: ReadonlySet<string>,
  log: Logger,
  {
    hashesAtOnce = HASHES_AT_ONCE,
    holdMs = HOLD_MS,
    hashParameters,
  }: { hashesAtOnce?: number; holdMs?: number; hashParameters?: HashParameters } = {},
): Promise<Context> {
  const hasher = await PasswordHasher.create(config.PASSWORD_PEPPER, hashesAtOnce, hashParameters);
  const hash = keyedHash(config.CODE_KEY);
  const inDatabase = databaseLine(database);
  const places = config.REDIS_URL ? withFallback(redisLine(config.REDIS_URL, log), inDatabase) : inDatabase;
  const failures = localLimit(config, config.LOGIN_FAILURES_PER_ADDRESS);
  return {
    ...baseContext(config, database, log),
    hasher,
    guard: new LoginGuard(database, hasher, hash, failures),
    line: new LoginLine(places, new LineTickets(hash), hasher, holdMs),
    hash,
    devices: new DeviceTokens(config.CODE_KEY, () => new Date()),
    // No column is searched by a blind index here.
    columns: createColumns(config.COLUMN_KEYS, config.CODE_KEY),
    factorPolicies: factorPolicies(config),
    resetTurns: new KeyedSemaphore(),
    common,
    resetLimits: {
      perMinute: config.RESET_REQUESTS_PER_MINUTE,
      perHour: config.RESET_REQUESTS_PER_HOUR,
      perDay: config.RESET_REQUESTS_PER_DAY,
      wrong: config.RESET_WRONG_CODES,
    },
    sendsLetters: config.MAIL_FROM !== undefined,
    resetPerAddress: localLimit(config, config.RESET_REQUESTS_PER_ADDRESS),
  };
}
