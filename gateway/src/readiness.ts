import { unavailable } from '@gerbang/service-kit/http/problems';

const PART_MS = 2000;

/** Resolves when the part is ready. */
export type Part = () => Promise<void>;

/** Asks a service's `/readyz`. */
export function serviceReady(upstream: string): Part {
  return async () => {
    const response = await fetch(`${upstream}/readyz`, { signal: AbortSignal.timeout(PART_MS) });
    if (!response.ok) throw new Error(`A service is not ready: ${response.status}`);
  };
}

/**
 * Throws 503 until every part has been ready once. After that the gateway is ready by itself: one part that fails must
 * not take the whole gateway out of the load balancer.
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
