import { type CriteriaValues, type Criterion, PRIORITY_KINDS, sortKey } from '@gerbang/domain/waitlist';
import type { Db } from '@gerbang/service-kit/data/database';
import type { NewEntry } from '../record/waitlist.repository.ts';
import { confirmedPriorities, proposeSiblings } from './priorities.repository.ts';

interface Applicant {
  readonly id: string;
  readonly created_at: Date;
  readonly payment_verified_at: Date | null;
}

/** What the order goes by, as it is known now. There are no scores of observations yet. */
function valuesOf(applicant: Applicant, confirmed: ReadonlySet<string>): CriteriaValues {
  const [internal, sibling, staff_child] = PRIORITY_KINDS.map((kind) => confirmed.has(kind));
  return {
    internal: internal ?? false,
    sibling: sibling ?? false,
    staff_child: staff_child ?? false,
    score: null,
    fee_verified_at: applicant.payment_verified_at?.toISOString() ?? null,
    registered_at: applicant.created_at.toISOString(),
  };
}

/** The entries of children who begin to wait; a sibling at the school is proposed as a priority and counts once confirmed. */
export async function entriesFor(
  trx: Db,
  pool: { readonly id: string; readonly criteria: readonly Criterion[] },
  applicants: readonly Applicant[],
): Promise<NewEntry[]> {
  const ids = applicants.map(({ id }) => id);
  await proposeSiblings(trx, ids);
  const confirmed = Map.groupBy(await confirmedPriorities(trx, ids), (one) => one.registration_id);
  return applicants.map((applicant) => {
    const kinds = new Set((confirmed.get(applicant.id) ?? []).map(({ kind }): string => kind));
    const criteria_values = valuesOf(applicant, kinds);
    return {
      registration_id: applicant.id,
      pool_id: pool.id,
      criteria_values,
      sort_key: sortKey(pool.criteria, criteria_values, applicant.id),
    };
  });
}
