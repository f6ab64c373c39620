/** Jest: ends what the set-up started. */
export default async function teardown(): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  // Keeps the process alive until its report is written, and bounds the wait.
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, 20_000);
  });
  await Promise.race([globalThis.gerbangTarget?.close(), limit]);
  clearTimeout(timer);
}
