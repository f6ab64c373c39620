import type { StaffSummary } from '@gerbang/contracts/staff-registrations';
import { listCopy as copy } from './staff-registrations.copy.ts';

const { label, ...names } = copy.views;

interface Part {
  readonly key: keyof typeof names;
  readonly filters: Readonly<Record<string, string>>;
  readonly count: number | undefined;
}

/**
 * The parts of the list that are asked for again and again, with their counts in the chosen year. 'Antrean saya' holds
 * proofs for those who verify, fees verified without an observation for those who only move stages; others have none.
 */
export function viewsOf(
  may: { verifies: boolean; moves: boolean },
  counts: StaffSummary['views'] | undefined,
) {
  const parts: Part[] = [
    {
      key: 'unpaid_week',
      filters: { payment_status: 'pending', payment_days: '7' },
      count: counts?.unpaid_week,
    },
    { key: 'observation_week', filters: { observation_week: '1' }, count: counts?.observation_week },
    // Only a school that publishes slots knows this part.
    ...(counts?.to_choose_slot === undefined
      ? []
      : [{ key: 'to_choose_slot', filters: { to_choose_slot: '1' }, count: counts.to_choose_slot } as const]),
    { key: 'rejected', filters: { payment_status: 'rejected' }, count: counts?.rejected },
    { key: 'all', filters: {}, count: counts?.all },
  ];
  if (may.verifies) {
    parts.unshift({ key: 'queue', filters: { payment_status: 'paid' }, count: counts?.to_verify });
  } else if (may.moves) {
    const filters = { payment_status: 'verified', current_stage: 'registered' };
    parts.unshift({ key: 'queue', filters, count: counts?.to_schedule });
  }
  const views = parts.map(({ key, filters, count }) => ({
    key,
    label: names[key],
    filters,
    count: count ?? null,
  }));
  return { label, views };
}
