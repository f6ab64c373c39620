import * as contract from '@gerbang/contracts/school-days';
import { call, type CallOutput } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useReadAgain } from '@gerbang/web-kit/api/query-client';

export type DayOff = CallOutput<typeof contract.listDaysOff>['days'][number];
export type SuggestedDay = CallOutput<typeof contract.listDaysOff>['suggestions'][number];

const KEY = 'days-off';

/** The days off of a year, and what may become one. */
export function useDaysOff(year: number) {
  return useQuery({
    queryKey: [KEY, year],
    queryFn: ({ signal }) => call(contract.listDaysOff, { query: { year }, signal }),
  });
}

/** Adds days off; the lists are read again after a success and after a failure. */
export function useAddDaysOff() {
  return useMutation({
    mutationFn: (days: readonly SuggestedDay[]) => call(contract.addDaysOff, { body: { days: [...days] } }),
    onSettled: useReadAgain(KEY),
  });
}

/** Deletes a day off. */
export function useDeleteDayOff() {
  return useMutation({
    mutationFn: (id: string) => call(contract.deleteDayOff, { params: { id } }),
    onSettled: useReadAgain(KEY),
  });
}
