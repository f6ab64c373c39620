/**
 * The gap in milliseconds between the median times of two kinds of call, taken in turns. The smallest of up to three
 * rounds: a difference of the work shows in each of them, the noise of a busy machine does not.
 */
export async function medianGap(
  pairs: number,
  known: (index: number) => Promise<unknown>,
  unknown: (index: number) => Promise<unknown>,
): Promise<number> {
  const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  const timed = async (call: Promise<unknown>) => {
    const start = performance.now();
    await call;
    return performance.now() - start;
  };
  let smallest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3 && smallest >= 20; round += 1) {
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
    for (let index = round * pairs; index < (round + 1) * pairs; index += 1) {
      times.known.push(await timed(known(index)));
      times.unknown.push(await timed(unknown(index)));
    }
    smallest = Math.min(smallest, Math.abs(median(times.known) - median(times.unknown)));
  }
  return smallest;
}
