import { ConfigError } from './config.ts';
import { tidyHeapAfterStart } from './tidy-heap.ts';

const LIMIT_MS = 20_000;

/** The last words of a process that cannot go on; its logger may be closed or not yet made. */
function complain(error: unknown): void {
  const stack = error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${error instanceof ConfigError ? error.message : stack}\n`);
}

/** Ends a process that cannot go on, with its last words. */
export function abandon(error: unknown): never {
  complain(error);
  process.exit(1);
}

/**
 * Runs a process: `start` answers how to stop. SIGTERM and SIGINT stop it once, within 20 s; a start that fails ends
 * the process with one clear line for a wrong configuration.
 */
export function run(start: () => Promise<() => Promise<void>>): void {
  start().then((stop) => {
    let stopping = false;
    const end = () => {
      if (stopping) return;
      stopping = true;
      setTimeout(() => process.exit(1), LIMIT_MS).unref();
      stop().then(() => process.exit(0), abandon);
    };
    process.on('SIGTERM', end);
    process.on('SIGINT', end);
    tidyHeapAfterStart();
  }, abandon);
}
