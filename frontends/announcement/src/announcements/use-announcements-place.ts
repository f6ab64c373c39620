import { ANNOUNCEMENT_STATUSES } from '@gerbang/domain/announcements';
import { JENJANG } from '@gerbang/domain/levels';
import { useListState } from '@gerbang/web-kit/list-state';

export const SORTS = ['-created_at', 'created_at', 'title', '-title', '-updated_at', 'updated_at'] as const;

const among = (values: readonly string[]) => (text: string) => values.includes(text);

const FILTERS = { jenjang: among(JENJANG), status: among(ANNOUNCEMENT_STATUSES) };

/** State of the list; its names in the address are those of the call. */
export function useAnnouncementsPlace() {
  return useListState({ filters: FILTERS, sorts: SORTS });
}

export type AnnouncementsPlace = ReturnType<typeof useAnnouncementsPlace>;
