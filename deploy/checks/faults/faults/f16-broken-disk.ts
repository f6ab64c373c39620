import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { clusterLog, postmaster } from '../cluster.ts';
import { CannotTry, type Fault } from '../fault.ts';
import { waitForHealth } from '../judge.ts';
import { underLoad } from '../under-load.ts';
import { family } from './postgres-limits.ts';

const BROKEN_MS = 6000;
const NTH = 4;

/** Ends strace, which lets its processes go. */
async function end(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  await gone;
}

/** The disk refuses to keep what it was given: Postgres panics rather than to forget, and recovers. */
export const brokenDisk: Fault = {
  id: 'F16',
  title: 'fsync fails under Postgres (strace)',
  seeded: false,
  skipped: () => (spawnSync('strace', ['-V']).status === 0 ? null : 'no strace on the path'),
  async run({ world: shared, seed }) {
    const world = await shared();
    return underLoad(world, { seed, twiceAtMost: 20 }, async () => {
      await sleep(2000);
      const before = clusterLog(world).split('PANIC').length;
      const pids = family(postmaster(world)).flatMap((pid) => ['-p', String(pid)]);
      const inject = `inject=fsync,fdatasync:error=EIO:when=${NTH}`;
      const args = ['-f', '-qq', '-o', '/dev/null', '-e', 'trace=fsync,fdatasync', '-e', inject, ...pids];
      const tracer = spawn('strace', args, { stdio: 'ignore' });
      await sleep(BROKEN_MS);
      if (tracer.exitCode !== null) throw new CannotTry('strace may not look into Postgres here');
      await end(tracer);
      const panics = clusterLog(world).split('PANIC').length - before;
      const back = await waitForHealth(world, 120_000);
      await sleep(1000);
      return {
        did: `call ${NTH} of every process for ${BROKEN_MS / 1000} s`,
        wrong: panics === 0 ? ['Postgres did not panic'] : [],
        figures: { panics, 'well again, ms': back },
      };
    });
  },
};
