import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { waitForHealth } from '../judge.ts';
import { SERVED, probe } from '../programs.ts';
import { openDisk } from '../tmpfs.ts';
import { underLoad } from '../under-load.ts';

const FULL_MS = 12_000;

/** Postgres has no room for what it must write. */
export const fullDatabase: Fault = {
  id: 'F14',
  title: 'disk full under Postgres',
  seeded: false,
  async run({ own, seed }) {
    const disk = openDisk(420);
    try {
      const world = await own({ ownCluster: { dataDir: join(disk.folder, 'postgres') } });
      return await underLoad(world, { seed, twiceAtMost: 5 }, async (load) => {
        await sleep(2000);
        const before = load.journal.entries.length;
        disk.fill(64 * 1024);
        await sleep(FULL_MS);
        const refused = load.journal.entries.slice(before).filter(({ status }) => status === 503).length;
        disk.free();
        const back = await waitForHealth(world, 60_000);
        await sleep(1000);
        return {
          did: `full for ${FULL_MS / 1000} s`,
          figures: { '503 while full': refused, 'well again, ms': back },
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
      return await underLoad(world, { seed }, async (load) => {
        await sleep(2000);
        const before = load.journal.entries.length;
        disk.fill(0);
        await sleep(FULL_MS);
        const wrong: string[] = [];
        for (const { name, path } of SERVED) {
          const { status } = await probe(world, path);
          if (status !== 200) wrong.push(`${name} answered ${status} while uploads had no room`);
        }
        const meanwhile = load.journal.entries.slice(before);
        const uploads = meanwhile.filter(({ path }) => path.endsWith('/upload'));
        const refused = uploads.filter(({ status }) => status === 507 || status === 503).length;
        if (refused === 0) wrong.push('no upload was refused: the disk was not full');
        const others = meanwhile.filter(
          ({ path, status }) => !path.endsWith('/upload') && (status ?? 999) >= 500,
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
