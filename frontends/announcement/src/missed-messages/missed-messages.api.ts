import * as contract from '@gerbang/contracts/missed-messages';
import type { MissedFamily } from '@gerbang/contracts/missed-messages';
import { call, callPage } from '@gerbang/web-kit/api/client';
import { useMutation, useReadAgain } from '@gerbang/web-kit/api/query-client';
import { useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { staffList } from '@gerbang/web-kit/lists/use-staff-list';
import { missedCopy as copy } from './missed-messages.copy.ts';

const KEY = 'missed-messages';

/** The families to be called. It has one page: what is done leaves it, and the next ones come up. */
export const missedFamilies = staffList({
  key: KEY,
  news: true,
  pageSize: 100,
  filters: {},
  fields: [],
  texts: copy,
  refetchOnMount: 'always',
  read: ({ search, limit }, signal) => callPage(contract.listMissed, { signal, query: { search, limit } }),
});

/** How a family is called in a sentence. */
export const nameOf = ({ name }: Pick<MissedFamily, 'name'>): string => name ?? copy.noName;

/** The messages of a family that can be sent again. */
export const resendable = ({ missed }: MissedFamily) =>
  missed.filter(({ resend_refusal: refusal }) => refusal === null);

/** Asks for the number of a family; it is in no list. */
export const useFamilyPhone = () =>
  useMutation({
    mutationFn: (id: string) => call(contract.showFamilyPhone, { params: { id } }),
    gcTime: 0,
  });

/** Sends again, and notes a call; the list is read anew, also where another user was faster. */
export function useMissedChanges() {
  const keyOf = useRepeatKey();
  const onSettled = useReadAgain(KEY, 'messages');
  const headersFor = (...content: unknown[]) => ({ 'idempotency-key': keyOf(content) });
  const resend = useMutation({
    mutationFn: ({ id, until }: MissedFamily) =>
      call(contract.resendMissed, { params: { id }, headers: headersFor('resend', id, until) }),
    onSettled,
  });
  const contacted = useMutation({
    mutationFn: ({ of: { id, until }, note }: { of: MissedFamily; note: string }) =>
      call(contract.markContacted, {
        params: { id },
        body: { until, note },
        headers: headersFor('contacted', id, until, note),
      }),
    onSettled,
  });
  return { resend, contacted };
}
