import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CannotTry, type Fault } from '../fault.ts';
import { underLoad, waitForHealth } from '../judge.ts';
import { probe, SERVED } from '../programs.ts';

const MB = 1024 * 1024;
const FULL_MS = 12_000;

/** A small disk that can be filled: a tmpfs of this many megabytes. */
function openDisk(megabytes: number) {
  if (process.getuid?.() !== 0) throw new CannotTry('a small disk (tmpfs) needs root');
  const folder = mkdtempSync(join(tmpdir(), 'gerbang-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw new CannotTry(`no tmpfs: ${(error as Error).message.split('\n')[0]}`);
  }
  chmodSync(folder, 0o755);
  const ballast = join(folder, 'ballast');
  return {
    folder,
    /** Fills all of the space but so many bytes. */
    fill(left: number): void {
      try {
        for (;;) {
          const { bavail, bsize } = statfsSync(folder);
          const room = bavail * bsize - left;
          if (room <= 0) return;
          appendFileSync(ballast, Buffer.alloc(Math.min(room, MB)));
        }
      } catch (error) {
        // Other programs write as well: the disk is full all the same.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    free: () => rmSync(ballast, { force: true }),
    close(): void {
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL has no room for what it must write. */
export const fullDatabase: Fault = {
  id: 'F14',
  title: 'disk full under PostgreSQL',
  seeded: false,
  async run({ own, seed }) {
    const disk = openDisk(420);
    try {
      const world = await own({ ownCluster: { dataDir: join(disk.folder, 'postgres') } });
      return await underLoad(world, { seed, twiceAtMost: 5 }, async ({ entries }) => {
        await sleep(2000);
        const before = entries.length;
        disk.fill(64 * 1024);
        await sleep(FULL_MS);
        const refused = entries.slice(before).filter(({ status }) => status === 503).length;
        disk.free();
        const back = await waitForHealth(world, 60_000);
        await sleep(1000);
        return {
          did: `full for ${FULL_MS / 1000} s`,
          figures: { '503 while full': refused, 'healthy again, ms': back },
        };
      });
    } finally {
      disk.close();
    }
  },
};

/** Uploads have no room; the rest of the portal works. */
export const fullUploads: Fault = {
  id: 'F15',
  title: 'disk full under uploads',
  seeded: false,
  async run({ own, seed }) {
    const disk = openDisk(4);
    try {
      const folder = join(disk.folder, 'files');
      mkdirSync(folder);
      const world = await own({ env: { admission: { FILES_DIR: folder } } });
      return await underLoad(world, { seed }, async ({ entries }) => {
        await sleep(2000);
        const before = entries.length;
        disk.fill(0);
        await sleep(FULL_MS);
        const wrong: string[] = [];
        for (const { name, path } of SERVED) {
          const { status } = await probe(world, path);
          if (status !== 200) wrong.push(`${name} returned ${status} while uploads had no room`);
        }
        const meanwhile = entries.slice(before);
        const isUpload = ({ path }: { path: string }) => path.endsWith('/upload');
        const uploads = meanwhile.filter(isUpload);
        const refused = uploads.filter(({ status }) => status === 507 || status === 503).length;
        if (refused === 0) wrong.push('no upload was refused: the disk was not full');
        // A gateway that is busy refuses streams first, whatever the disk does.
        const isStream = ({ path }: { path: string }) => path === '/api/notifications/stream';
        const others = meanwhile.filter(
          (one) => !isUpload(one) && !(isStream(one) && one.status === 503) && (one.status ?? 999) >= 500,
        );
        if (others.length > 0) wrong.push(`${others.length} other calls failed while uploads had no room`);
        disk.free();
        return {
          did: `full for ${FULL_MS / 1000} s`,
          wrong,
          figures: { 'uploads refused': refused, 'other calls meanwhile': meanwhile.length - uploads.length },
        };
      });
    } finally {
      disk.close();
    }
  },
};
