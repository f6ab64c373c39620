import type { MatchTarget } from '@gerbang/domain/bank-matching';
import { keysOfTarget, type MatchKey } from '@gerbang/domain/match-keys';

/** A line as it was compared, by version, and the keys of what may say something about it. */
interface SeenLine {
  readonly version: number;
  readonly keys: readonly MatchKey[];
}
/** A target as it was compared. */
interface SeenTarget {
  readonly text: string;
  readonly keys: readonly MatchKey[];
}

/** What a pass compared of an account, so that the next one compares only the lines that a change can touch. */
export class MatchMemory {
  #lines = new Map<string, SeenLine>();
  #targets: ReadonlyMap<string, SeenTarget> = new Map();
  /** Of the pass that has begun. */
  #present: ReadonlyMap<string, SeenTarget> = new Map();

  /**
   * Begins a pass. Of its lines the new and changed ones are compared, and those that share a key with a target that is
   * new, changed or gone.
   */
  begin<Line extends { readonly id: string; readonly version: number }>(
    lines: readonly Line[],
    targets: readonly MatchTarget[],
  ): Line[] {
    this.#present = new Map(targets.map((target) => [target.id, this.#seen(target)]));
    const changed = this.#changedKeys();
    return lines.filter(({ id, version }) => {
      const seen = this.#lines.get(id);
      return seen?.version !== version || seen.keys.some((key) => changed.has(key));
    });
  }

  #seen(target: MatchTarget): SeenTarget {
    const before = this.#targets.get(target.id);
    const text = JSON.stringify(target);
    return before?.text === text ? before : { text, keys: keysOfTarget(target) };
  }

  #changedKeys(): ReadonlySet<MatchKey> {
    const changed = new Set<MatchKey>();
    const add = (one: ReadonlyMap<string, SeenTarget>, other: ReadonlyMap<string, SeenTarget>) => {
      for (const [id, seen] of one) if (other.get(id) !== seen) for (const key of seen.keys) changed.add(key);
    };
    add(this.#present, this.#targets);
    add(this.#targets, this.#present);
    return changed;
  }

  /** Of this pass's targets those with one of these keys. */
  near(targets: readonly MatchTarget[], keys: ReadonlySet<MatchKey>): MatchTarget[] {
    return targets.filter(({ id }) => this.#present.get(id)?.keys.some((key) => keys.has(key)));
  }

  /** Remembers a line that has what this pass's targets gave it. */
  keepLine(id: string, line: SeenLine): void {
    this.#lines.set(id, line);
  }

  /** Forgets a line that has to be compared again. */
  forgetLine(id: string): void {
    this.#lines.delete(id);
  }

  /** Ends a pass whose lines are all compared; lines that are decided or too old by now are forgotten. */
  end(lines: readonly { readonly id: string }[]): void {
    this.#targets = this.#present;
    const present = new Set(lines.map(({ id }) => id));
    for (const id of this.#lines.keys()) if (!present.has(id)) this.#lines.delete(id);
  }
}
