import type { Logger } from '@gerbang/service-kit/program/logger';
import type { Metrics } from '@gerbang/service-kit/program/metrics';

const LIMIT_MS = 5000;
/** Looks in a row without an answer: one may fall into a restart. */
const LOOKS = 2;

export interface PartsWatch {
  /** The parts of the portal that do not answer. */
  silent(): readonly string[];
  stop(): void;
}

/** Whether a program says anything; what it says is its own business. */
async function answers(origin: string): Promise<boolean> {
  try {
    const response = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(LIMIT_MS) });
    await response.body?.cancel();
    return true;
  } catch {
    // Refused, cut off or silent: each means the same for a caller.
    return false;
  }
}

/** Asks the services every ten seconds whether they answer, so that the gateway's own health names those that do not. */
export function watchParts(options: {
  readonly upstreams: Readonly<Record<string, string>>;
  readonly logger: Logger;
  readonly metrics?: Metrics;
  readonly everyMs?: number;
}): PartsWatch {
  const { upstreams, logger, metrics, everyMs = 10_000 } = options;
  const parts = Object.keys(upstreams);
  const misses = new Map(parts.map((part) => [part, 0]));
  const isSilent = (part: string) => (misses.get(part) ?? 0) >= LOOKS;
  async function look(part: string): Promise<void> {
    const before = isSilent(part);
    misses.set(
      part,
      (await answers(upstreams[part] ?? '')) ? 0 : Math.min(LOOKS, (misses.get(part) ?? 0) + 1),
    );
    if (isSilent(part) !== before)
      logger.warn({ part }, before ? 'a part answers again' : 'a part does not answer');
  }
  const timer = setInterval(() => {
    for (const part of parts) void look(part);
  }, everyMs);
  timer.unref();
  metrics?.figures('gateway_silent_parts', 'Whether a part of the portal does not answer', ['part'], () =>
    parts.map((part) => ({ labels: { part }, value: Number(isSilent(part)) })),
  );
  return { silent: () => parts.filter(isSilent), stop: () => clearInterval(timer) };
}
