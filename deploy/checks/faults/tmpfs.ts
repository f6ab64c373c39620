import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CannotTry } from './fault.ts';

const PIECE = 1024 * 1024;

/** A small disk that can be filled: a tmpfs of this many megabytes. */
export function openDisk(megabytes: number) {
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
    /** Takes all of the space but so many bytes. */
    fill(left: number): void {
      try {
        for (;;) {
          const { bavail, bsize } = statfsSync(folder);
          const room = bavail * bsize - left;
          if (room <= 0) return;
          appendFileSync(ballast, Buffer.alloc(Math.min(room, PIECE)));
        }
      } catch (error) {
        // Others write meanwhile: where they were faster, the disk is as full as it was to be.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    free(): void {
      rmSync(ballast, { force: true });
    },
    close(): void {
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
