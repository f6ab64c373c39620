/** Starts the worker that shows a page of ours where there is no connection; without one the browser shows its own. */
export function startWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  // A browser may refuse it (private windows, full storage): then nothing is lost but that page.
  navigator.serviceWorker.register('/assets/offline-worker.js', { scope: '/' }).catch(() => undefined);
}
