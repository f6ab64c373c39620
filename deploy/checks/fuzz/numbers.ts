/** Does something for every entry, so many at a time, each in its turn. */
export async function inBatches<T>(
  entries: readonly T[],
  atOnce: number,
  work: (entry: T, turn: number) => Promise<void>,
): Promise<void> {
  const waiting = entries.entries();
  const worker = async () => {
    // One iterator for all: each takes the next entry.
    for (const [turn, entry] of waiting) await work(entry, turn);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, entries.length) }, worker));
}
