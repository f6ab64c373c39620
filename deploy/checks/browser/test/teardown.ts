import { withinLimit } from '@gerbang/local/async';

/** Jest: ends what the set-up started. Whatever the tests did to it, its books balance and its seats fit. */
export default async function teardown(): Promise<void> {
  await withinLimit(globalThis.gerbangBrowser?.close());
  const wrong = (await globalThis.gerbangTarget?.differences?.()) ?? [];
  await withinLimit(globalThis.gerbangTarget?.close());
  if (wrong.length > 0) throw new Error(`After the browser tests the records differ:\n${wrong.join('\n')}`);
}
