import { MESSAGE_STATUSES } from '@gerbang/domain/messages';
import { useListState } from '@gerbang/web-kit/list-state';
import { KINDS } from './messages.copy.ts';

export const SORTS = ['-created_at', 'created_at'] as const;

const among = (values: readonly string[]) => (text: string) => values.includes(text);
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/u.test(text);
const FILTERS = { status: among(MESSAGE_STATUSES), kind: among(KINDS), from: isDay, to: isDay };

/** State of the list of messages; its names in the address are those of the call. */
export function useMessagesPlace() {
  return useListState({ filters: FILTERS, sorts: SORTS });
}

export type MessagesPlace = ReturnType<typeof useMessagesPlace>;
