import { url as debuggerUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { parseConfig, watchdogConfig } from './config.ts';
import { STUCK_EXIT } from './exit-codes.ts';
import { beat, LAYOUT, shared } from './started-work.ts';

const THREAD = new URL('./watchdog-thread.mjs', import.meta.url);
/** How often the thread looks within the limit. */
const LOOKS = 15;

/**
 * Watches from a thread of its own whether the event loop of this process turns, and ends the process when it has stood
 * still for `WATCHDOG_SECONDS`, so that what started it starts it again. A process that a debugger was opened for at its
 * start is left alone.
 */
export function startWatchdog(name: string): void {
  const { WATCHDOG_SECONDS: seconds } = parseConfig(z.object(watchdogConfig), process.env);
  if (seconds === 0 || debuggerUrl() !== undefined) return;
  const periodMs = (seconds * 1000) / LOOKS;
  const thread = new Worker(THREAD, {
    workerData: { shared, layout: LAYOUT, name, periodMs, looks: LOOKS, exitCode: STUCK_EXIT },
    name: 'watchdog',
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
  });
  thread.on('error', (error) => process.stderr.write(`The watchdog ended: ${error.message}\n`));
  thread.unref();
  setInterval(beat, periodMs).unref();
}
