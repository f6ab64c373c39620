import type { SchoolDraft, SchoolSetup } from '@gerbang/contracts/school-versions';
import { schoolSchema } from '@gerbang/contracts/school';
import { schoolBlocks } from '@gerbang/domain/school-blocks';
import { schoolChanges } from '@gerbang/domain/school-changes';
import { schoolChecklist } from '@gerbang/domain/school-checklist';
import type { SchoolSettings } from '@gerbang/domain/school-settings';

const at = '2026-11-20T03:00:00.000Z';

/** The specified settings. */
export const someSettings = (changes: Partial<SchoolSettings> = {}) =>
  schoolSchema.parse({ fee_tables: [], ...changes });

/** The same with another fee for SD. */
export const withFee = (fee: number, changes: Partial<SchoolSettings> = {}) => {
  const settings = someSettings(changes);
  const levels = settings.levels.map((level) => (level.jenjang === 'SD' ? { ...level, fee } : level));
  return { ...settings, levels };
};

/** A draft of these settings over the specified ones. */
export function aDraft(settings: SchoolSettings, changes: Partial<SchoolDraft> = {}): SchoolDraft {
  const found = schoolChanges(someSettings(), settings);
  return {
    version: 8,
    based_on: 7,
    money_changed: found.some(({ money }) => money),
    note: null,
    edited_by: [],
    created_at: at,
    updated_at: at,
    settings: schoolSchema.parse(settings),
    row_version: 1,
    changes: found,
    blocks: schoolBlocks(settings, { active: null, registrations: [], accounts: [], daysOff: 1 }),
    warnings: [],
    ...changes,
  };
}

/** What the set-up reads: version 7 in force, with a draft or without. */
export function aSetup(changes: Partial<SchoolSetup> = {}): SchoolSetup {
  return {
    active: { version: 7, settings: someSettings(), activated_at: at, activated_by_name: 'Wati' },
    draft: null,
    scheduled: null,
    checklist: schoolChecklist({ active: someSettings(), blocks: [], daysOff: 3 }),
    four_eyes: true,
    ...changes,
  };
}
