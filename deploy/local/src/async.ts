/** Waits for all, even when one fails, so that nothing goes on behind the back of the clean-up. */
export async function settled<T extends unknown[]>(work: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
  const results = await Promise.allSettled(work);
  const failure = results.find((result) => result.status === 'rejected');
  if (failure) throw failure.reason;
  return results.map((result) => (result as PromiseFulfilledResult<unknown>).value) as T;
}

/** The work at most once, however often it is called. */
export function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => (running ??= work());
}

const LIMIT_MS = 20_000;

/**
 * Waits for a clean-up, at most 20 s. The timer also keeps the process alive: Node may let go of what the clean-up
 * waits for (an unreferenced child), and Jest would end before its report is written.
 */
export async function withinLimit(work: Promise<unknown> | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, LIMIT_MS);
  });
  await Promise.race([work, limit]);
  clearTimeout(timer);
}
