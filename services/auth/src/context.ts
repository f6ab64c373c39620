import type { Database } from '@gerbang/service-kit/database';
import type { Logger } from '@gerbang/service-kit/logger';
import type { Outbox } from '@gerbang/service-kit/outbox';
import type { Sealer } from '@gerbang/service-kit/sealing';
import type { KeyedHash } from '@gerbang/service-kit/keyed-hash';
import type { LoginGuard } from './login-guard.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { ResetLimits } from './reset.repository.ts';
import type { KeyedSlots } from '@gerbang/service-kit/slots';

/** What every use case of this service works with. */
export interface Context {
  readonly database: Database;
  readonly outbox: Outbox;
  readonly sealer: Sealer;
  readonly hasher: PasswordHasher;
  readonly guard: LoginGuard;
  readonly hash: KeyedHash;
  /** Tries at the code of one e-mail come one after the other, so that a flood of them holds one connection. */
  readonly resetTurns: KeyedSlots;
  readonly common: ReadonlySet<string>;
  readonly resetLimits: ResetLimits;
  /** Reset requests of one address in an hour. */
  readonly resetPerAddress: number;
  readonly log: Logger;
}
