import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentBytes } from '@gerbang/local/memory';
import { call } from '../client.ts';
import { CannotTry, type Fault } from '../fault.ts';
import { waitForHealth } from '../judge.ts';
import { SERVED, probe } from '../programs.ts';
import { underLoad } from '../under-load.ts';

const GROUPS = '/sys/fs/cgroup/memory';
const UPLOADS = 60;
const AT_ONCE = 20;
const FILE_BYTES = 4_500_000;
const ROOM = 12 * 1024 * 1024;

/** Puts a process into a group with so many bytes; answers how to take the group away. */
function confine(pid: number, bytes: number): () => void {
  const group = join(GROUPS, `gerbang-faults-${process.pid}`);
  try {
    mkdirSync(group);
    writeFileSync(join(group, 'memory.limit_in_bytes'), String(bytes));
    writeFileSync(join(group, 'cgroup.procs'), String(pid));
  } catch (error) {
    if (existsSync(group)) rmdirSync(group);
    throw new CannotTry(`no memory group: ${(error as Error).message}`);
  }
  return () => {
    const left = readFileSync(join(group, 'cgroup.procs'), 'utf8').trim().split('\n').filter(Boolean);
    for (const one of left) writeFileSync(join(GROUPS, 'cgroup.procs'), one);
    rmdirSync(group);
  };
}

/** One program has too little memory for large uploads: it alone dies, and comes back. */
export const littleMemory: Fault = {
  id: 'F20',
  title: 'memory limit on admission, large uploads',
  seeded: false,
  skipped: () => (existsSync(join(GROUPS, 'cgroup.procs')) ? null : 'no memory groups (cgroup v1) here'),
  async run({ world: shared, seed }) {
    const world = await shared();
    const { stack, people } = world;
    const pid = stack.pid('admission');
    if (pid === undefined) throw new Error('admission does not run');
    const pids = () => SERVED.filter(({ name }) => name !== 'admission').map(({ name }) => stack.pid(name));
    const before = String(pids());
    const release = confine(pid, residentBytes(pid) + ROOM);
    try {
      return await underLoad(world, { seed, twiceAtMost: 2 }, async () => {
        const text = Buffer.concat([
          Buffer.from('%PDF-1.4\n'),
          Buffer.alloc(FILE_BYTES, 0x20),
          Buffer.from('\n%%EOF\n'),
        ]);
        const body = {
          fileData: text.toString('base64'),
          fileName: 'besar.pdf',
          contentType: 'application/pdf',
        };
        const request = { method: 'POST', path: '/api/payment-evidence/upload', body };
        let sent = 0;
        const refused: (number | null)[] = [];
        const lane = async () => {
          for (; sent < UPLOADS; ) {
            sent += 1;
            const { status } = await call(stack.url, people.staff.finance, request, 60_000);
            if (status !== 201) refused.push(status);
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, lane));
        const wrong: string[] = [];
        if (String(pids()) !== before) wrong.push('another program ended too');
        const back = await waitForHealth(world, 60_000);
        for (const { name, path } of SERVED) {
          const { status } = await probe(world, path);
          if (status !== 200) wrong.push(`${name} answered ${status}`);
        }
        const killed = stack.pid('admission') !== pid;
        await sleep(500);
        return {
          did: `${UPLOADS} uploads of ${Math.round(FILE_BYTES / 1e6)} MB, ${AT_ONCE} at once; admission ${killed ? 'was killed and came back' : 'had enough'}`,
          wrong,
          figures: { 'uploads without 201': refused.length, 'well again, ms': back },
        };
      });
    } finally {
      release();
    }
  },
};
