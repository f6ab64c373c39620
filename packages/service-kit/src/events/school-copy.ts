import type { EventPayload } from '@gerbang/contracts/events';
import { knownSettings } from '@gerbang/contracts/stored-settings';
import type { Knex } from 'knex';
import { CurrentSchool, type SchoolVersion } from '../data/current-school.ts';
import type { Db } from '../data/database.ts';
import type { Logger } from '../program/logger.ts';

/** How often a service looks at its copy: a change must be seen within five seconds of its activation. */
const LOOK_MS = 3000;

/** Keeps the school's settings from an event, unless the stored version is as new. */
export async function saveSchool(
  trx: Knex.Transaction,
  { version, settings }: EventPayload<'school.changed'>,
): Promise<void> {
  await trx.raw(
    `insert into school as s (version, settings) values (?, ?)
     on conflict (id) do update
     set version = excluded.version, settings = excluded.settings, received_at = now()
     where excluded.version > s.version`,
    [version, JSON.stringify(settings)],
  );
}

/** The copy if it is newer than this version; undefined where it is not or no event has come. */
export async function newerCopy(db: Db, than: number): Promise<SchoolVersion | undefined> {
  const row = await db('school')
    .where('version', '>', than)
    .first<{ version: number; settings: unknown } | undefined>('version', 'settings');
  return row && { version: row.version, settings: knownSettings(row.settings) };
}

/** The school's settings from the service's copy; the file's until the first event. */
export function copiedSchool(db: Db, file: SchoolVersion['settings'], log: Logger): CurrentSchool {
  return new CurrentSchool({
    first: { version: -1, settings: file },
    newer: (than) => newerCopy(db, than),
    log,
  });
}

/** Reads the copy before the first call, and goes on looking. */
export async function watchCopiedSchool(school: CurrentSchool): Promise<void> {
  await school.look();
  school.watch(LOOK_MS);
}
