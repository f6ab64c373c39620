import { withinLimit } from '@gerbang/local/async';

/** Jest: ends what the set-up started. Whatever the tests did, seats and lists fit. */
export default async function teardown(): Promise<void> {
  await withinLimit(globalThis.gerbangBrowser?.close());
  const differences = await globalThis.gerbangTarget?.differences?.();
  await withinLimit(globalThis.gerbangTarget?.close());
  if (differences) throw new Error(`Seats or lists do not fit:\n${differences}`);
}
