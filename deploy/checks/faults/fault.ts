import type { Verdict } from './judge.ts';
import type { Random } from '@gerbang/service-kit/testing/random';
import type { QueueKind, World, WorldOptions } from './world.ts';

export interface Scene {
  readonly queue: QueueKind;
  readonly seed: number;
  readonly random: Random;
  readonly say: (line: string) => void;
  /** The world that faults share, made when it is first wanted. */
  readonly world: () => Promise<World>;
  /** A world of its own, closed at the end of the fault. */
  readonly own: (options?: Partial<WorldOptions>) => Promise<World>;
}

/** What became of a fault; `did` says what was done, for the reader. */
export interface Report extends Verdict {
  readonly did: string;
}

export interface Fault {
  /** Its letter in the design (`F4`), or a word. */
  readonly id: string;
  readonly title: string;
  /** Whether it is worth more than one seed. */
  readonly seeded: boolean;
  /** Why it cannot be tried on this machine or backend; null = it can. */
  readonly skipped?: (queue: QueueKind) => string | null;
  run(scene: Scene): Promise<Report>;
}

/** A fault that this machine has not what it takes for; told apart from one that failed. */
export class CannotTry extends Error {}
