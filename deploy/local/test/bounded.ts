const LIMIT_MS = 20_000;

/**
 * Waits for a clean-up, at most 20 s. The timer also keeps the process alive meanwhile: what a clean-up waits for may
 * be let go of by Node (an unreferenced child), and the process would end before its report is written.
 */
export async function bounded(work: Promise<unknown> | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, LIMIT_MS);
  });
  await Promise.race([work, limit]);
  clearTimeout(timer);
}
