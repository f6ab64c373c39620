import type * as calls from '@gerbang/contracts/school-versions';
import { type SchoolChange, schoolChanges } from '@gerbang/domain/school-changes';
import { schoolChecklist } from '@gerbang/domain/school-checklist';
import type { Db } from '@gerbang/service-kit/data/database';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { plannedWaves } from '../seats/waves/waves.repository.ts';
import { type Findings, findingsOf, settingsInForce } from './findings.ts';
import { activeVersion, openVersion, type VersionRecord } from './school-versions.repository.ts';
import { limitedSeats } from './school-use.repository.ts';

export type DraftView = z.input<typeof calls.draftSchema>;
export type SchoolView = z.input<(typeof calls.getSchool)['response'][200]>;
export type VersionRow = z.input<typeof calls.versionRowSchema>;

const momentOf = (at: Date | null) => at?.toISOString() ?? null;
/** What a school began with before its first settings is no version for people. */
const basedOn = ({ based_on }: Pick<VersionRecord, 'based_on'>) => based_on || null;

/** A version without its settings. */
export function versionRow(record: Omit<VersionRecord, 'settings'>): VersionRow {
  const { version, status, money_changed, note, edited_by, activated_by_name, activated_by_role } = record;
  return {
    version,
    status,
    money_changed,
    note,
    edited_by: [...edited_by],
    activated_by_name,
    activated_by_role,
    based_on: basedOn(record),
    active_from: momentOf(record.active_from),
    activated_at: momentOf(record.activated_at),
    retired_at: momentOf(record.retired_at),
    created_at: record.created_at.toISOString(),
    updated_at: record.updated_at.toISOString(),
  };
}

function draftOf(draft: VersionRecord, changes: readonly SchoolChange[], findings: Findings): DraftView {
  const { version, settings, money_changed, note, edited_by, row_version } = draft;
  return {
    version,
    settings,
    money_changed,
    note,
    row_version,
    edited_by: [...edited_by],
    based_on: basedOn(draft),
    created_at: draft.created_at.toISOString(),
    updated_at: draft.updated_at.toISOString(),
    changes: [...changes],
    blocks: [...findings.blocks],
    warnings: [...findings.warnings],
  };
}

/** The draft with what it changes of the version in force, and what keeps it from being activated. */
export async function draftView(
  { now }: Pick<Context, 'now'>,
  db: Db,
  draft: VersionRecord,
  active: VersionRecord,
): Promise<DraftView> {
  const changes = schoolChanges(active.settings, draft.settings);
  return draftOf(draft, changes, await findingsOf(db, draft.settings, active, now()));
}

/** The whole set-up: what is in force, the draft or what waits, and the checklist. */
export async function schoolView({ config, now }: Context, db: Db): Promise<SchoolView> {
  const active = await activeVersion(db);
  const open = await openVersion(db);
  const changes = open ? schoolChanges(active.settings, open.settings) : [];
  const findings = await findingsOf(db, (open ?? active).settings, active, now());
  const { blocks, daysOff } = findings;
  return {
    active:
      active.version === 0
        ? null
        : {
            version: active.version,
            settings: active.settings,
            activated_at: momentOf(active.activated_at),
            activated_by_name: active.activated_by_name ?? 'Sistem',
          },
    draft: open?.status === 'draft' ? draftOf(open, changes, findings) : null,
    scheduled:
      open?.status === 'scheduled'
        ? {
            version: open.version,
            changes,
            active_from: (open.active_from ?? now()).toISOString(),
            activated_by_name: open.activated_by_name,
            blocks: [...blocks],
          }
        : null,
    checklist: schoolChecklist({
      active: settingsInForce(active),
      blocks,
      daysOff,
      waves: await plannedWaves(db, now()),
      limitedSeats: await limitedSeats(db, (open ?? active).settings.academic_years),
    }),
    four_eyes: config.FOUR_EYES === 'on',
  };
}
