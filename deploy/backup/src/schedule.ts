import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runProgram } from './errors.ts';
import { minutesOf } from './minutes.ts';
import { takeTurns } from './turns.ts';

/** A run that has not ended by then is killed, so that one that hangs does not keep the next ones away. */
const LONGEST_MS = 3600_000;
const PROGRAM = join(import.meta.dirname, 'backup.ts');

/** Program of a container: `schedule.ts --every minutes --keep days` makes a backup with the files beside it at every turn. */
await runProgram('backup-schedule', async () => {
  const { values } = parseArgs({
    options: { every: { type: 'string', default: '15' }, keep: { type: 'string', default: '14' } },
  });
  const minutes = minutesOf(values.every);
  const ended = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => ended.abort());
  const args = [PROGRAM, '--beside', '--keep', values.keep, '--every', values.every];

  async function run(): Promise<string | null> {
    const child = spawn(process.execPath, args, {
      stdio: 'inherit',
      timeout: LONGEST_MS,
      signal: ended.signal,
    });
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    return code === 0 ? null : `backup-schedule: the run ended with ${code ?? signal}`;
  }

  await takeTurns({
    every: minutes * 60_000,
    now: Date.now,
    run,
    wait: (ms) => sleep(ms, true, { signal: ended.signal }).catch(() => false),
    log: (line) => console.error(line),
  });
  return 0;
});
