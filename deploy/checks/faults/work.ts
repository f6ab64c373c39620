import type { Answer, Caller, Person, Request } from './client.ts';
import type { Random } from '@gerbang/service-kit/testing/random';

/** What families leave for staff to do, and what nobody touches meanwhile. */
export interface Desk {
  readonly payments: string[];
  readonly proofs: string[];
  readonly verified: string[];
  readonly free: Map<string, string[]>;
}

/** One person at work: what its steps need. */
export interface Worker {
  readonly person: Person;
  readonly caller: Caller;
  readonly random: Random;
  readonly desk: Desk;
  /** A word that no other record of the world holds. */
  readonly tag: (kind: string) => string;
  /** A call with an Idempotency-Key; where its outcome is open it is often made again with the same one. */
  readonly keyed: (request: Request) => Promise<Answer>;
}

export type Step = (worker: Worker) => Promise<void>;
