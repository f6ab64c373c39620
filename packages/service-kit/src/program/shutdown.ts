import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import closeWithGrace from 'close-with-grace';
import { ConfigError } from './config.ts';
import { startWatchdog } from './watchdog.ts';

/**
 * Frees what loading the program left behind: about 20 MB a process, which a quiet process would keep, because V8 collects
 * thoroughly only when memory runs short. It blocks the process for a tenth of a second, so it belongs at the end of the
 * start, before the first request.
 */
export function tidyHeap(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: object) => void;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  setFlagsFromString('--no-expose-gc');
}

const LIMIT_MS = 20_000;

/** Writes to standard error itself: the logger may be closed, or not made yet. */
function complain(error: unknown): void {
  const stack = error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${error instanceof ConfigError ? error.message : stack}\n`);
}

/** Ends a process that cannot go on, with its error on standard error and exit code 1. */
export function abandon(error: unknown): never {
  complain(error);
  process.exit(1);
}

/**
 * Runs a process: `start` resolves with the function that stops it. A signal, an uncaught error or an unhandled rejection
 * stops it once, within 20 s; a second signal ends it at once. The exit code is 0 only after a signal and a stop that
 * succeeded. A start that fails ends the process, with one clear line for a wrong configuration. A watchdog ends it when
 * its event loop stands still.
 */
export function run(name: string, start: () => Promise<() => Promise<void>>): void {
  // In a promise from the first step on, so that a wrong configuration is told like every other failure.
  const started = Promise.resolve().then(() => {
    startWatchdog(name);
    return start();
  });
  started.then((stop) => {
    closeWithGrace(
      { delay: LIMIT_MS, logger: { error: complain }, skip: ['beforeExit'] },
      async ({ err }) => {
        if (err) complain(err);
        await stop();
      },
    );
    tidyHeap();
  }, abandon);
}
