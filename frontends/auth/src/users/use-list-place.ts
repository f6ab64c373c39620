import { isRole, type Role } from '@gerbang/domain/roles';
import { useListState as useAnyListPlace } from '@gerbang/web-kit/list-state';

export const SORTS = ['-created_at', 'created_at', 'name', '-name'] as const;
export type Sort = (typeof SORTS)[number];

/** Where somebody stands in the list of users. */
export function useListState() {
  const place = useAnyListPlace({ filters: { role: isRole }, sorts: SORTS });
  const { role } = place.filters;
  return {
    ...place,
    role: role !== null && isRole(role) ? role : null,
    setRole: (next: Role | null) => place.setFilter('role', next),
  };
}
