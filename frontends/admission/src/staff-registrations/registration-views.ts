import type { StaffSummary } from '@gerbang/contracts/staff-registrations';
import { listCopy as copy } from './staff-registrations.copy.ts';

const { label, ...names } = copy.views;

interface Part {
  readonly key: keyof typeof names;
  readonly filters: Readonly<Record<string, string>>;
  readonly count: number | undefined;
}

interface May {
  readonly verifies: boolean;
  readonly moves: boolean;
}

/** The filters of 'Antrean saya': proofs for those who verify, fees verified without an observation for those who only move stages. */
export function queuesOf({ verifies, moves }: May): readonly Readonly<Record<string, string>>[] {
  if (verifies) return [{ payment_status: 'paid' }];
  return moves ? [{ payment_status: 'verified', current_stage: 'registered' }] : [];
}

/** The parts of the list that are asked for again and again, with their counts: of the queue in every year, else in the chosen one. */
export function viewsOf(may: May, counts: StaffSummary['views'] | undefined) {
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
  const [queue] = queuesOf(may);
  const waiting = may.verifies ? counts?.to_verify : counts?.to_schedule;
  if (queue) parts.unshift({ key: 'queue', filters: queue, count: waiting });
  const views = parts.map(({ key, filters, count }) => ({
    key,
    label: names[key],
    filters,
    count: count ?? null,
  }));
  return { label, views };
}
