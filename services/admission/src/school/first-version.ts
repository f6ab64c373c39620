import { schoolBeginning } from '@gerbang/contracts/school-beginning';
import { audit } from '@gerbang/service-kit/audit/audit';
import type { Db } from '@gerbang/service-kit/data/database';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { openYears, publishSchool } from './bring-into-force.ts';
import { hasVersions, insertVersion, lockVersions, versionNumbered } from './school-versions.repository.ts';

const NOTES = { 0: 'Belum disiapkan', 1: 'Dari berkas konfigurasi' } as const;

const beginningOf = ({ SCHOOL_CONFIG, SAMPLE_SCHOOL }: Config) =>
  schoolBeginning(SCHOOL_CONFIG, SAMPLE_SCHOOL);

/** Whether the configuration file says something else than what the school began with. */
async function fileChanged(db: Db, config: Config): Promise<boolean> {
  const { version, settings } = beginningOf(config);
  if (version === 0) return false;
  const first = await versionNumbered(db, version);
  return first !== undefined && JSON.stringify(first.settings) !== JSON.stringify(settings);
}

/** Writes the first version where there is none; later changes of the configuration file are ignored and logged. */
async function writeFirstVersion(context: Context): Promise<void> {
  const { config, database, log, now } = context;
  const made = await database.transaction(async (trx) => {
    await lockVersions(trx);
    if (await hasVersions(trx)) return false;
    const { version, settings } = beginningOf(config);
    const note = NOTES[version];
    const content = { settings, note, based_on: null, money_changed: false, edited_by: [] };
    const written = await insertVersion(trx, content, { version, activated_at: now() });
    const details = { version, note };
    await audit(trx, { action: 'school.begun', actor: null, subject: written.id, details });
    await openYears(trx, written, now());
    await publishSchool(context, trx, written);
    return true;
  });
  if (!made && (await fileChanged(database.knex, config))) {
    log.warn(
      { event: 'school_file_ignored' },
      'SCHOOL_CONFIG has changed: the school is set up in the portal',
    );
  }
}

/** Must have passed before the first call: the first version is there, and this process holds the one in force. */
export async function startSchool(context: Context): Promise<void> {
  await writeFirstVersion(context);
  await context.school.look();
  context.school.listen(context.config.DATABASE_URL);
}
