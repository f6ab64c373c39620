/** What `read` returns, read at most once in so long whatever the number of callers; a failure is not kept. */
export function keptFor<T>(ms: number, now: () => Date, read: () => Promise<T>): () => Promise<T> {
  let kept: { readonly until: number; readonly value: Promise<T> } | null = null;
  return () => {
    const at = now().getTime();
    if (kept && at < kept.until && at >= kept.until - ms) return kept.value;
    const value = read();
    kept = { until: at + ms, value };
    value.catch(() => {
      kept = null;
    });
    return value;
  };
}
