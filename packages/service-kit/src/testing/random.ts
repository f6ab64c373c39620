/** Pseudo-random numbers from a seed, so that a run can be repeated. */
export function randomOf(seed: number) {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    /** A random item; the list must not be empty. */
    pick<T>(list: readonly T[]): T {
      const one = list[between(0, list.length - 1)];
      if (one === undefined) throw new Error('Nothing to choose from');
      return one;
    },
    /** A shuffled copy. */
    shuffled<T>(list: readonly T[]): T[] {
      return list
        .map((one) => ({ one, at: next() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ one }) => one);
    },
  };
}

export type Random = ReturnType<typeof randomOf>;
