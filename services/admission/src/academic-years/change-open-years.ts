import { OPEN_YEARS_MOST } from '@gerbang/domain/academic-years';
import type { Role } from '@gerbang/domain/roles';
import type { Db } from '@gerbang/service-kit/data/database';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { conflict } from '@gerbang/service-kit/http/problems';
import type { Context } from '../context.ts';
import { bringIntoForce } from '../school/bring-into-force.ts';
import { scheduledPending, withEditor } from '../school/draft.ts';
import { settingsInForce } from '../school/findings.ts';
import {
  activeVersion,
  deleteDraft,
  insertVersion,
  openVersion,
  putDraftBehind,
} from '../school/school-versions.repository.ts';

/**
 * Brings settings into force that differ from the present ones in the open years only; a draft of other settings gets the
 * same years and goes on. 409 `scheduled_pending` while other settings wait for their day: those cannot be changed any more.
 */
export async function changeOpenYears(
  context: Context,
  trx: Db,
  caller: Caller,
  change: { readonly note: string; readonly years: (present: readonly string[]) => string[] },
): Promise<void> {
  const draft = await openVersion(trx);
  if (draft?.status === 'scheduled') throw scheduledPending();
  const active = await activeVersion(trx);
  const settings = settingsInForce(active);
  if (!settings)
    throw conflict('school_not_open', 'Sekolah belum disiapkan. Aktifkan penyiapan lebih dahulu.');
  const yearsOf = (present: readonly string[]) => [...new Set(change.years(present))];
  const academic_years = yearsOf(settings.academic_years);
  if (academic_years.length > OPEN_YEARS_MOST) {
    throw conflict('year_state', `Paling banyak ${OPEN_YEARS_MOST} tahun ajaran dibuka bersamaan.`);
  }
  const actor = await actorOf(trx, caller);
  const { role } = caller;
  // Numbers grow with the order in which versions come into force, so the draft makes room for the new one.
  if (draft) await deleteDraft(trx, draft.id);
  const next = await insertVersion(trx, {
    settings: { ...settings, academic_years },
    based_on: active.version,
    money_changed: false,
    note: change.note,
    edited_by: withEditor([], actor, { role, money: false, at: context.now() }),
  });
  const { version } = await bringIntoForce(context, trx, {
    next,
    active,
    columns: {
      activated_by_id: actor.id,
      activated_by_name: actor.name,
      activated_by_role: actor.role as Role,
    },
    requestId: caller.origin.requestId,
  });
  if (!draft) return;
  const followed = { ...draft.settings, academic_years: yearsOf(draft.settings.academic_years) };
  await putDraftBehind(trx, draft, followed, version);
}
