import type { School } from '@gerbang/contracts/school';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import {
  type SchoolBlock,
  schoolBlocks,
  type SchoolWarning,
  schoolWarnings,
} from '@gerbang/domain/school-blocks';
import type { Db } from '@gerbang/service-kit/data/database';
import { closedYears } from '../registration-record/academic-years.repository.ts';
import { countDaysOff } from '../school-record/school-days.repository.ts';
import { usedClasses } from './school-use.repository.ts';
import type { VersionRecord } from './school-versions.repository.ts';

/** What keeps settings from being activated, and what to look at once more. */
export interface Findings {
  readonly blocks: readonly SchoolBlock[];
  readonly warnings: readonly SchoolWarning[];
  readonly daysOff: number;
}

/** The settings in force; null until the school has activated its first version. */
export const settingsInForce = ({ version, settings }: Pick<VersionRecord, 'version' | 'settings'>) =>
  version === 0 ? null : settings;

/** Holds settings against the version in force and what families have registered by it. */
export async function findingsOf(
  db: Db,
  wanted: School,
  active: Pick<VersionRecord, 'version' | 'settings'>,
  now: Date,
): Promise<Findings> {
  const registrations = await usedClasses(db);
  const daysOff = await countDaysOff(db, jakartaDay(now));
  const levels = new Set(registrations.map(({ jenjang }) => jenjang));
  const use = {
    active: settingsInForce(active),
    registrations,
    closedYears: await closedYears(db),
    // A family of the level may still pay to it: which account an open payment goes to is not kept.
    accounts: active.settings.accounts
      .filter((account) => account.levels.some((level) => levels.has(level)))
      .map(({ key }) => key),
    daysOff,
  };
  return { blocks: schoolBlocks(wanted, use), warnings: schoolWarnings(wanted, use), daysOff };
}
