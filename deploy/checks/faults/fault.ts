import type { Random } from '@gerbang/service-kit/testing/random';
import type { QueueKind, World, WorldOptions } from './world.ts';

export interface Scene {
  readonly queue: QueueKind;
  readonly seed: number;
  readonly random: Random;
  readonly say: (line: string) => void;
  /** The world that faults share, opened for the first of them. */
  readonly world: () => Promise<World>;
  /** A world for this fault alone, closed at its end. */
  readonly own: (options?: Partial<WorldOptions>) => Promise<World>;
}

export interface Verdict {
  readonly wrong: string[];
  /** Promised times that were not kept: figures of the machine, which no verdict depends on. */
  readonly late?: string[];
  readonly figures: Record<string, string | number>;
}

/** The result of a fault; `did` says what was done. */
export interface Report extends Verdict {
  readonly did: string;
}

export interface Fault {
  /** Its number (`F4`), or a word. */
  readonly id: string;
  readonly title: string;
  /** Whether more than one seed is worth trying. */
  readonly seeded: boolean;
  /** Why it cannot be tried on this machine or backend; null where it can. */
  readonly skipped?: (queue: QueueKind) => string | null;
  run(scene: Scene): Promise<Report>;
}

/** The machine lacks something that a fault needs: it is skipped and has not failed. */
export class CannotTry extends Error {}
