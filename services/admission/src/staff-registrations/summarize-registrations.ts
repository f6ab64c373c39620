import type { StaffSummary } from '@gerbang/contracts/admission.types';
import { PAYMENT_STATUSES } from '@gerbang/domain/registration-payments';
import { STAGES } from '@gerbang/domain/registration-stages';
import type { Db } from '@gerbang/service-kit/data/database';
import { cellsOf, inState, sumOf } from './registration-counts.repository.ts';
import type { StaffFilters } from './staff-registrations.repository.ts';

/** Counts under these filters; each status and stage is counted as if it were the one chosen. */
export async function summaryOf(db: Db, filters: StaffFilters): Promise<StaffSummary> {
  const cells = await cellsOf(db, filters);
  const { payment_status, current_stage } = filters;
  const count = (state: Parameters<typeof inState>[1]) => sumOf(inState(cells, state));
  return {
    total: count({ payment_status, current_stage }),
    payment_status: Object.fromEntries(
      PAYMENT_STATUSES.map((one) => [one, count({ payment_status: one, current_stage })]),
    ) as StaffSummary['payment_status'],
    current_stage: Object.fromEntries(
      STAGES.map((one) => [one, count({ payment_status, current_stage: one })]),
    ) as StaffSummary['current_stage'],
  };
}
