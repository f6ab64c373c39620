import * as contract from '@gerbang/contracts/rubrics';
import type { Rubric, RubricDraft } from '@gerbang/contracts/rubrics';
import { call } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useReadAgain } from '@gerbang/web-kit/api/query-client';

const KEY = 'rubrics';

/** All rubrics, those of a level together and the newest first. */
export function useRubrics() {
  return useQuery({
    queryKey: [KEY],
    queryFn: ({ signal }) => call(contract.listRubrics, { signal }),
    staleTime: 0,
  });
}

/** The changes of rubrics; the list is read again after each. */
export function useRubricChanges() {
  const onSettled = useReadAgain(KEY);
  return {
    write: useMutation({
      mutationFn: (body: RubricDraft) => call(contract.writeRubric, { body }),
      onSettled,
    }),
    activate: useMutation({
      mutationFn: ({ of: { id, version }, confirms }: { of: Rubric; confirms: boolean }) =>
        call(contract.activateRubric, {
          params: { id },
          body: { version, ...(confirms && { confirm_words: true as const }) },
        }),
      onSettled,
    }),
  };
}
