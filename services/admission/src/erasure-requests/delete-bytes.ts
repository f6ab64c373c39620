import type { Context } from '../context.ts';

/** Deletes the bytes of files whose rows are gone; the sweep finds those that an unreachable store keeps. */
export async function deleteBytes(
  { store, log }: Pick<Context, 'store' | 'log'>,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    await store.delete(id).catch((error: unknown) => log.warn({ err: error }, 'bytes wait for the sweep'));
  }
}
