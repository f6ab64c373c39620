import { LEASE_SECONDS } from './repository.ts';

/** Then the lease is over, and another may know more. */
const KEPT_MS = 2 * LEASE_SECONDS * 1000;

export type Leases = ReturnType<typeof createLeases>;

/**
 * The leases that this process takes, each statement's under a name that no other statement has. Where the answer to one is
 * lost with its connection, the statement may have been committed all the same; but nobody was told, so nothing that is
 * leased under its name was begun to be sent, and it can be set free without a doubt (reliability, Messages: Design 3 and 4).
 */
export function createLeases(owner: string) {
  const unanswered = new Map<string, { readonly names: readonly string[]; readonly at: number }>();
  let count = 0;

  /** Whose job went to another process is not asked for here any more. */
  function tidy(): void {
    for (const [id, { at }] of unanswered) {
      if (performance.now() - at < KEPT_MS) return;
      unanswered.delete(id);
    }
  }

  return {
    /** Runs a statement that leases some of these messages under the name that it is given. */
    async take<T>(ids: readonly string[], statement: (name: string) => Promise<T>): Promise<T> {
      count += 1;
      const name = `${owner}/${count}`;
      try {
        return await statement(name);
      } catch (error) {
        tidy();
        for (const id of ids) {
          const { names = [] } = unanswered.get(id) ?? {};
          unanswered.delete(id);
          unanswered.set(id, { names: [...names, name], at: performance.now() });
        }
        throw error;
      }
    },
    /** Under what names a message may be leased without anybody knowing. */
    unanswered: (id: string): readonly string[] => unanswered.get(id)?.names ?? [],
    /** They were looked for. */
    forget: (id: string): void => void unanswered.delete(id),
  };
}
