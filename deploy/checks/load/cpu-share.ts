import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const ROOT = '/sys/fs/cgroup';
const PERIOD_US = 50_000;
const TRIES = 50;

/** How a control group's share of the processors is written, by the kernel's two kinds of them. */
function writerOf(): { folder: string; limit: (folder: string, share: number) => void } | null {
  const old = join(ROOT, 'cpu');
  if (existsSync(join(old, 'cpu.cfs_quota_us'))) {
    const limit = (folder: string, share: number) => {
      writeFileSync(join(folder, 'cpu.cfs_period_us'), String(PERIOD_US));
      writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(Math.round(share * PERIOD_US)));
    };
    return { folder: old, limit };
  }
  if (!existsSync(join(ROOT, 'cgroup.controllers'))) return null;
  const limit = (folder: string, share: number) =>
    writeFileSync(join(folder, 'cpu.max'), `${Math.round(share * PERIOD_US)} ${PERIOD_US}`);
  return { folder: ROOT, limit };
}

/**
 * Holds a process to a share of one core, so that a small machine shows how several of them add up; answers how to let it go,
 * or null where the machine does not allow it (no root, no control groups).
 */
export function holdToShare(pid: number, share: number): (() => Promise<void>) | null {
  const writer = writerOf();
  if (!writer) return null;
  const folder = join(writer.folder, `gerbang-bench-${pid}`);
  try {
    mkdirSync(folder);
    writer.limit(folder, share);
    writeFileSync(join(folder, 'cgroup.procs'), String(pid));
  } catch (error) {
    if (!['EACCES', 'EROFS', 'EPERM', 'ENOENT'].includes((error as { code?: string }).code ?? ''))
      throw error;
    if (existsSync(folder)) rmdirSync(folder);
    return null;
  }
  return async () => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      try {
        rmdirSync(folder);
        return;
      } catch (error) {
        // The process that has just ended is still being taken out.
        if ((error as { code?: string }).code !== 'EBUSY') throw error;
        await sleep(100);
      }
    }
  };
}
