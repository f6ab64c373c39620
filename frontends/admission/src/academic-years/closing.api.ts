import * as contract from '@gerbang/contracts/academic-years';
import type { AcademicYear, YearChoices } from '@gerbang/contracts/academic-years';
import { yearInAddress } from '@gerbang/domain/academic-years';
import { call } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useReadAgain } from '@gerbang/web-kit/api/query-client';
import { YEARS_KEY } from '@gerbang/web-kit/lists/use-years';

/** While pieces are done, the page looks again so often. */
const LOOK_MS = 2000;

const paramsOf = (label: string) => ({ label: yearInAddress(label) });

/** What is left of a year and how its closing goes on; read again and again while it runs. */
export function useClosing(label: string) {
  return useQuery({
    queryKey: [YEARS_KEY, 'closing', label],
    queryFn: ({ signal }) => call(contract.readClosing, { params: paramsOf(label), signal }),
    refetchInterval: ({ state }) =>
      [state.data?.closing, state.data?.archive].some((one) => one?.status === 'running') ? LOOK_MS : false,
  });
}

/** What becomes of what is left by these choices. */
export function useClosingPreview(label: string, choices: YearChoices, version: number) {
  return useQuery({
    queryKey: [YEARS_KEY, 'closing', label, 'preview', choices, version],
    queryFn: async ({ signal }) => {
      const body = { choices, version, preview: true };
      const answer = await call(contract.closeYear, { params: paramsOf(label), body, signal });
      return 'follows' in answer ? answer.follows : [];
    },
  });
}

/** What archiving the year would end. */
export function useArchivePreview(label: string, version: number) {
  return useQuery({
    queryKey: [YEARS_KEY, 'closing', label, 'archive', version],
    queryFn: async ({ signal }) => {
      const answer = await call(contract.archiveYear, {
        params: paramsOf(label),
        body: { version, preview: true },
        signal,
      });
      return 'families' in answer ? answer : null;
    },
  });
}

/** The steps of a closing and of an archiving; the years and the settings of the school are read again after each. */
export function useClosingChanges({ label }: AcademicYear) {
  const onSettled = useReadAgain(YEARS_KEY, 'config');
  const params = paramsOf(label);
  return {
    close: useMutation({
      mutationFn: (body: { readonly choices: YearChoices; readonly version: number }) =>
        call(contract.closeYear, { params, body }),
      onSettled,
    }),
    archive: useMutation({
      mutationFn: async (version: number) => {
        const answer = await call(contract.archiveYear, { params, body: { version } });
        if (!('archive' in answer)) throw new Error('no archiving was asked for');
        return answer;
      },
      onSettled,
    }),
    stop: useMutation({ mutationFn: () => call(contract.stopClosing, { params, body: {} }), onSettled }),
    reopen: useMutation({
      mutationFn: (version: number) => call(contract.reopenYear, { params, body: { version } }),
      onSettled,
    }),
  };
}
