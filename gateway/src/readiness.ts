import { unavailable } from '@gerbang/service-kit/http/problems';

const PART_MS = 2000;

/** A part is ready when this resolves. */
export type Part = () => Promise<void>;

/** A service of ours, by its own `/readyz`. */
export function serviceReady(upstream: string): Part {
  return async () => {
    const answer = await fetch(`${upstream}/readyz`, { signal: AbortSignal.timeout(PART_MS) });
    if (!answer.ok) throw new Error(`A service is not ready: ${answer.status}`);
  };
}

/**
 * Ready for the first time when every part, store and queue included, has been ready once; from then on the gateway
 * speaks of itself alone, so that one part down does not take the door away (Precisions, When a part is down).
 */
export function readiness(parts: readonly Part[]): () => Promise<void> {
  const waiting = new Set(parts);
  return async () => {
    let cause: unknown;
    await Promise.all(
      [...waiting].map(async (part) => {
        try {
          await part();
          waiting.delete(part);
        } catch (error) {
          cause = error;
        }
      }),
    );
    if (waiting.size > 0) throw unavailable(1, cause);
  };
}
