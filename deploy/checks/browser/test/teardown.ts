import { withinLimit } from '@gerbang/local/async';

/** Jest: ends what the set-up started. */
export default async function teardown(): Promise<void> {
  await withinLimit(globalThis.gerbangBrowser?.close());
  await withinLimit(globalThis.gerbangTarget?.close());
}
