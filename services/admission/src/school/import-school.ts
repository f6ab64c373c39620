import type { importSchool as call } from '@gerbang/contracts/school-versions';
import type { Caller } from '@gerbang/service-kit/http/caller';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { writeDraft } from './save-draft.ts';
import { keepSuggestions } from './school-days.repository.ts';
import { lockVersions } from './school-versions.repository.ts';
import type { DraftView } from './school.view.ts';

/**
 * Makes the draft of a file that another portal exported; it comes into force like any other. Files do not travel, so the
 * logo is left out; days off become suggestions. Who imports has edited everything that differs from the version in force.
 */
export async function importSchool(
  context: Context,
  caller: Caller,
  { settings: sent, days_off, row_version }: z.output<(typeof call)['body']>,
): Promise<DraftView> {
  const settings = { ...sent, brand: { ...sent.brand, logo_file_id: null } };
  const source = { action: 'school.imported', whole: true } as const;
  return context.database.transaction(async (trx) => {
    await lockVersions(trx);
    const draft = await writeDraft(context, trx, caller, { settings, row_version }, source);
    await keepSuggestions(trx, days_off);
    return draft;
  });
}
