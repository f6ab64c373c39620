import { unavailable } from '@gerbang/service-kit/problems';
import type { SessionStore } from './sessions/session-store.ts';

/**
 * Ready for the first time when every part has answered once; from then on the gateway speaks of itself alone, so that
 * one service down does not take the door away (Precisions, When a part is down).
 */
export function readiness(store: SessionStore, upstreams: readonly string[]): () => Promise<void> {
  const waiting = new Set(upstreams);
  return async () => {
    await store.ping().catch((error: unknown) => {
      throw unavailable(2, error);
    });
    await Promise.all(
      [...waiting].map(async (upstream) => {
        const answer = await fetch(`${upstream}/readyz`, { signal: AbortSignal.timeout(2000) }).catch(
          () => null,
        );
        if (answer?.ok) waiting.delete(upstream);
      }),
    );
    if (waiting.size > 0) throw unavailable(1);
  };
}
