import * as contract from '@gerbang/contracts/observation-scores';
import type { SheetChange } from '@gerbang/contracts/observation-scores';
import { call } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useQueryClient } from '@gerbang/web-kit/api/query-client';

const KEY = 'observation-scores';

/** The sheet of the caller about a child, read when it is opened and never kept. */
export function useOwnSheet(id: string) {
  return useQuery({
    queryKey: [KEY, 'own', id],
    queryFn: ({ signal }) => call(contract.readScore, { params: { id }, signal }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
}

/** All sheets about a child; each reading is noted in the trail. */
export function useScoreBoard(id: string) {
  return useQuery({
    queryKey: [KEY, 'all', id],
    queryFn: ({ signal }) => call(contract.listScores, { params: { id }, signal }),
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
}

/** The changes of sheets about a child. */
export function useScoreChanges(id: string) {
  const client = useQueryClient();
  return {
    write: useMutation({
      mutationFn: (body: SheetChange) => call(contract.writeScore, { params: { id }, body }),
      onSuccess: (sheet) => client.setQueryData([KEY, 'own', id], sheet),
    }),
    reopen: useMutation({
      mutationFn: ({ scoreId, reason }: { scoreId: string; reason: string }) =>
        call(contract.reopenScore, { params: { id, scoreId }, body: { reason } }),
      onSuccess: (board) => {
        client.setQueryData([KEY, 'all', id], board);
        void client.invalidateQueries({ queryKey: [KEY, 'own', id] });
      },
    }),
  };
}
