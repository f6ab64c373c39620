import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { MigrationTarget } from '@gerbang/local/databases';
import { migrate } from '@gerbang/service-kit/data/migrate';
import type { DatabaseHeader } from './archive-format.ts';
import { connect } from './database-source.ts';
import { compare, sendAgain, type Target } from './database-target.ts';
import { BackupError } from './errors.ts';
import { type PgTools, restoreDump } from './pg-tools.ts';

/**
 * Restores a database from its dump: `pg_restore` makes the schema of that time with its rows, checks the references, and
 * then every table is read back.
 */
export function openDumpTarget(target: MigrationTarget, header: DatabaseHeader, tools: PgTools): Target {
  const dump = new PassThrough();
  const restored = restoreDump(tools, target.url, dump);
  // `write` and `finish` wait for it; an unhandled rejection in between would end the process.
  restored.catch(() => dump.destroy());

  return {
    async write(place, body) {
      if (place.kind !== 'dump') throw new BackupError(`${header.name} comes as text and as a dump`);
      for await (const piece of body) {
        // It has failed, or has all that it wants; the comparison says whether that is everything.
        if (dump.destroyed) await restored;
        else if (!dump.write(piece)) await drained(dump);
      }
    },
    async finish(manifest) {
      if (!dump.destroyed) dump.end();
      await restored;
      const client = await connect(target.url);
      try {
        await compare(client, header, manifest);
        await sendAgain(client, header);
        await client.query('analyze');
      } finally {
        await client.end();
      }
      await migrate({ url: target.url, directory: target.directory, role: target.role });
    },
    async giveUp() {
      dump.destroy();
      await restored.catch(() => undefined); // The error that led here is reported already.
    },
  };
}

/** Resolves when the stream takes more, or has ended. */
async function drained(stream: PassThrough): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  try {
    await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })]);
  } catch {
    // Its reader says why.
  } finally {
    over.abort();
  }
}
