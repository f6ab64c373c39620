import { JENJANG } from '@gerbang/domain/levels';
import { PAYMENT_STATUSES } from '@gerbang/domain/registration-payments';
import { STAGES } from '@gerbang/domain/registration-stages';
import { useListPlace } from '@gerbang/web-kit/list-place';

export const SORTS = [
  '-created_at',
  'created_at',
  'child_name',
  '-child_name',
  '-updated_at',
  'updated_at',
] as const;

const among = (values: readonly string[]) => (text: string) => values.includes(text);

const FILTERS = {
  payment_status: among(PAYMENT_STATUSES),
  current_stage: among(STAGES),
  jenjang: among(JENJANG),
  academic_year: (text: string) => /^20\d\d\/20\d\d$/u.test(text),
  observation_until: (text: string) => /^\d{4}-\d{2}-\d{2}$/u.test(text),
};

/** Where somebody stands in the monitoring list; the names in the address are those of the call. */
export function useMonitoringPlace() {
  return useListPlace({ filters: FILTERS, sorts: SORTS });
}

export type MonitoringPlace = ReturnType<typeof useMonitoringPlace>;
