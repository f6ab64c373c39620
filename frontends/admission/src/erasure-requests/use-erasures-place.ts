import { ERASURE_STATUSES } from '@gerbang/domain/erasure-requests';
import { useListPlace } from '@gerbang/web-kit/list-place';

export const SORTS = ['due_at', '-received_at', 'received_at'] as const;

/** Where somebody stands among the cases; the names in the address are those of the call. */
export function useErasuresPlace() {
  return useListPlace({
    filters: { status: (text) => ERASURE_STATUSES.some((one) => one === text) },
    sorts: SORTS,
  });
}

export type ErasuresPlace = ReturnType<typeof useErasuresPlace>;
