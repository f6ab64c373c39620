import { LEASE_SECONDS } from './claims.repository.ts';

/** After this time the lease has ended in any case. */
const KEPT_MS = 2 * LEASE_SECONDS * 1000;

export type Leases = ReturnType<typeof createLeases>;

/**
 * The leases of this process; every statement has a unique lease name. If a statement's response is lost with its
 * connection, it may have been committed. Nothing leased under its name was sent, so it can safely be released.
 */
export function createLeases(owner: string) {
  const unanswered = new Map<string, { readonly names: readonly string[]; readonly at: number }>();
  let count = 0;

  /** Drops entries whose jobs went to another process. */
  function tidy(): void {
    for (const [id, { at }] of unanswered) {
      if (performance.now() - at < KEPT_MS) return;
      unanswered.delete(id);
    }
  }

  const nextName = () => {
    count += 1;
    return `${owner}/${count}`;
  };

  return {
    /** The name of a lease of messages that are not known before. */
    name: nextName,
    /** Runs a statement that leases some of these messages under the given name. */
    async take<T>(ids: readonly string[], statement: (name: string) => Promise<T>): Promise<T> {
      const name = nextName();
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
    /** The names under which a message may be leased by a statement without a response. */
    unanswered: (id: string): readonly string[] => unanswered.get(id)?.names ?? [],
    /** Drops the names of a message after they were released. */
    forget: (id: string): void => void unanswered.delete(id),
  };
}
