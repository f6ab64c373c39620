import { availableParallelism } from 'node:os';
import type { Database } from '@gerbang/service-kit/data/database';
import type { Logger } from '@gerbang/service-kit/program/logger';
import { createOutbox } from '@gerbang/service-kit/events/outbox';
import { createSealer } from '@gerbang/service-kit/data/sealing';
import { type Config, perAddress } from './config.ts';
import type { Context } from './context.ts';
import { keyedHash } from '@gerbang/service-kit/data/keyed-hash';
import { LoginGuard } from './accounts/login-guard.ts';
import { PasswordHasher } from './passwords/password-hasher.ts';
import { KeyedSemaphore } from '@gerbang/service-kit/program/semaphore';

/** One core stays free for everything that is not a password (reliability G1). */
export const HASHES_AT_ONCE = Math.max(1, availableParallelism() - 1);

/** Puts together what the use cases work with. */
export async function buildContext(
  config: Config,
  database: Database,
  common: ReadonlySet<string>,
  log: Logger,
): Promise<Context> {
  const hasher = await PasswordHasher.create(config.PASSWORD_PEPPER, HASHES_AT_ONCE);
  const sealer = createSealer(config.BUS_KEYS);
  const hash = keyedHash(config.CODE_KEY);
  const failures = perAddress(config, config.LOGIN_FAILURES_PER_ADDRESS);
  return {
    database,
    outbox: createOutbox(sealer),
    sealer,
    hasher,
    guard: new LoginGuard(database, hasher, hash, failures),
    hash,
    resetTurns: new KeyedSemaphore(),
    common,
    resetLimits: {
      perMinute: config.RESET_REQUESTS_PER_MINUTE,
      perHour: config.RESET_REQUESTS_PER_HOUR,
      perDay: config.RESET_REQUESTS_PER_DAY,
      wrong: config.RESET_WRONG_CODES,
    },
    resetPerAddress: perAddress(config, config.RESET_REQUESTS_PER_ADDRESS),
    log,
  };
}
