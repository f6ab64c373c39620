import type { CheckedSection, UncheckedSection } from '@gerbang/contracts/counter';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { confirmEntered } from '../registration-record/entered-sections.repository.ts';
import { type EnteredSection, uncheckedSections } from './counter.repository.ts';

/** The most sections of one family, and the most that staff read at once. */
const MOST = 200;
const SEEN_AFTER_MS = 28 * 24 * 60 * 60 * 1000;

const toSection = (row: EnteredSection): CheckedSection => ({
  key: row.key,
  label: row.label,
  entered_by: { name: row.entered_by_name, role: row.entered_by_role },
  entered_at: new Date(row.entered_at).toISOString(),
});

/** The caller's sections that the school has entered and that wait to be checked. */
export async function ownSections(context: Context, userId: string): Promise<CheckedSection[]> {
  return (await uncheckedSections(context.database.knex, { userId, limit: MOST })).map(toSection);
}

/** Marks the caller's own sections as right; keys of others, and those that are marked already, change nothing. */
export async function confirmOwn(
  context: Context,
  caller: Caller,
  { sections }: { readonly sections: readonly string[] },
): Promise<CheckedSection[]> {
  await context.database.transaction(async (trx) => {
    const confirmed = await confirmEntered(trx, caller.id, sections);
    if (confirmed.length === 0) return;
    await audit(trx, {
      action: 'sections.confirmed',
      actor: await actorOf(trx, caller),
      subject: caller.id,
      details: { sections: confirmed.toSorted() },
      origin: caller.origin,
    });
  });
  return ownSections(context, caller.id);
}

/** The sections that wait to be checked, the oldest first, each with the moment from which it counts as seen; and how many wait. */
export async function allUnchecked(
  context: Context,
): Promise<{ readonly sections: UncheckedSection[]; readonly total: number }> {
  const rows = await uncheckedSections(context.database.knex, { limit: MOST });
  const sections = rows.map((row) => ({
    ...toSection(row),
    user_id: row.user_id,
    name: row.name,
    seen_at: new Date(new Date(row.entered_at).getTime() + SEEN_AFTER_MS).toISOString(),
  }));
  return { sections, total: rows[0]?.total ?? 0 };
}
