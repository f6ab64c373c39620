/** What a background process sends back for a job. */
export type Reply<Result> = { readonly result: Result } | { readonly error: string };

/** The other end of a `BackgroundProcess`: does the jobs that the parent process sends, and ends with it. */
export function serveJobs(work: (job: never) => Promise<unknown>): void {
  process.on('message', (job) => {
    void work(job as never)
      .then((result): Reply<unknown> => ({ result }))
      .catch((error: unknown): Reply<unknown> => ({ error: String(error) }))
      .then((reply) => process.send?.(reply));
  });
  process.once('disconnect', () => process.exit());
  // A signal to the whole group lets the parent finish what it has begun, this job included.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
}
