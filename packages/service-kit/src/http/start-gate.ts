import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { ConfigError } from '../program/config.ts';
import type { Logger } from '../program/logger.ts';
import { unavailable } from './problems.ts';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;
const PATIENCE_MS = 5 * 60_000;
const ALWAYS_OPEN = new Set(['/healthz', '/readyz']);

/**
 * Responds with 503, except for `/healthz`, until `check` has passed, so that a process can start before its database. The
 * check is retried with growing pauses for five minutes, then `giveUp` is called; a ConfigError gives up at once.
 */
export function createStartGate(options: {
  check: () => Promise<void>;
  logger: Logger;
  giveUp: (error: Error) => void;
  patienceMs?: number;
}) {
  const { check, logger, giveUp, patienceMs = PATIENCE_MS } = options;
  const closing = new AbortController();
  let open = false;

  async function pass(): Promise<void> {
    const end = Date.now() + patienceMs;
    for (let wait = FIRST_WAIT_MS; !closing.signal.aborted; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      try {
        await check();
        open = true;
        if (wait > FIRST_WAIT_MS) logger.info('what the start waited for answers now');
        return;
      } catch (error) {
        if (error instanceof ConfigError) {
          giveUp(error);
          return;
        }
        if (Date.now() + wait > end) {
          giveUp(new ConfigError(`What the start waits for was away too long: ${(error as Error).message}`));
          return;
        }
        if (wait === FIRST_WAIT_MS) {
          logger.warn({ err: error }, 'the start waits until what it needs answers');
        }
      }
      await sleep(wait, undefined, { signal: closing.signal }).catch((error: unknown) => {
        if (!closing.signal.aborted) throw error;
      });
    }
  }

  const passed = pass();
  return {
    /** Throws 503 until the check has passed; for `/readyz`. */
    assertOpen(): void {
      if (!open) throw unavailable(2);
    },
    /** Refuses every call except the health checks until the check has passed. */
    guard(app: FastifyInstance): void {
      app.addHook('onRequest', async (request) => {
        if (!open && !ALWAYS_OPEN.has(request.routeOptions.url ?? '')) throw unavailable(2);
      });
    },
    /** Stops waiting. */
    async close(): Promise<void> {
      closing.abort();
      await passed;
    },
  };
}
