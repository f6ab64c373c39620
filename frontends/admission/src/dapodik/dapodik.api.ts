import * as calls from '@gerbang/contracts/dapodik';
import type { DapodikValuesSent } from '@gerbang/contracts/dapodik';
import { call } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useReadAgain } from '@gerbang/web-kit/api/query-client';

/** The accepted children that are meant; '' = all levels. */
export interface Wanted {
  readonly academic_year: string;
  readonly jenjang: string;
}
type Query = NonNullable<Parameters<typeof call<typeof calls.readDapodik>>[1]['query']>;

const STATE = 'dapodik';
const OWN = ['dapodik-data'];
const queryOf = ({ academic_year, jenjang }: Wanted) =>
  ({ academic_year, ...(jenjang !== '' && { jenjang }) }) as Query;

/** Address of the workbook. */
export const workbookAddress = (wanted: Wanted) =>
  `${calls.exportDapodik.path}?${new URLSearchParams(queryOf(wanted) as Record<string, string>).toString()}`;

/** What is missing of the accepted children of a year; waits until a year is chosen. */
export const useDapodik = (wanted: Wanted) =>
  useQuery({
    queryKey: [STATE, wanted],
    enabled: wanted.academic_year !== '',
    queryFn: ({ signal }) => call(calls.readDapodik, { query: queryOf(wanted), signal }),
  });

/** Asks families; the state is read again after it. */
export function useAsk() {
  return useMutation({
    mutationFn: (registration_ids: string[]) => call(calls.askForDapodik, { body: { registration_ids } }),
    onSettled: useReadAgain(STATE),
  });
}

/** What Dapodik needs of the family's accepted children. */
export const useDapodikData = () =>
  useQuery({ queryKey: OWN, queryFn: ({ signal }) => call(calls.readDapodikData, { signal }) });

/** Saves values of one child; those of the parents count for its siblings, so that all are read again. */
export function useGive() {
  return useMutation({
    mutationFn: (body: { registration_id: string; values: DapodikValuesSent }) =>
      call(calls.giveDapodikData, { body }),
    onSettled: useReadAgain(OWN),
  });
}
