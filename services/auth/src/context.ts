import type { Database } from '@gerbang/service-kit/data/database';
import type { Logger } from '@gerbang/service-kit/program/logger';
import type { Outbox } from '@gerbang/service-kit/events/outbox';
import type { Sealer } from '@gerbang/service-kit/data/sealing';
import type { KeyedHash } from '@gerbang/service-kit/data/keyed-hash';
import type { LoginGuard } from './accounts/login-guard.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import type { ResetLimits } from './password-resets/password-resets.repository.ts';
import type { KeyedSemaphore } from '@gerbang/service-kit/program/semaphore';

/** What every use case of this service works with. */
export interface Context {
  readonly database: Database;
  readonly outbox: Outbox;
  readonly sealer: Sealer;
  readonly hasher: PasswordHasher;
  readonly guard: LoginGuard;
  readonly hash: KeyedHash;
  /** Tries at the code of one e-mail come one after the other, so that a flood of them holds one connection. */
  readonly resetTurns: KeyedSemaphore;
  readonly common: ReadonlySet<string>;
  readonly resetLimits: ResetLimits;
  /** Reset requests of one address in an hour. */
  readonly resetPerAddress: number;
  readonly log: Logger;
}
