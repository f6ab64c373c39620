import * as reports from '@gerbang/contracts/reports';
import { getWorkReport } from '@gerbang/contracts/work-report';
import { JENJANG } from '@gerbang/domain/levels';
import { CASH_DAYS, REPORTS, type ReportName } from '@gerbang/domain/reports';
import { call, type CallInput } from '@gerbang/web-kit/api/client';
import { useQuery } from '@gerbang/web-kit/api/query-client';
import { isYearChoice, useYearChoice } from '@gerbang/web-kit/lists/year-choice';
import { useAddressParams } from '@gerbang/web-kit/lists/use-address-params';

const DAY = /^\d{4}-\d{2}-\d{2}$/u;
/** What each filter of the address may hold; anything else counts as not chosen. */
const FITS = {
  academic_year: isYearChoice,
  jenjang: (text: string) => JENJANG.some((one) => one === text),
  from: (text: string) => DAY.test(text),
  to: (text: string) => DAY.test(text),
  by: (text: string) => CASH_DAYS.some((one) => one === text),
} as const;
export type FilterName = keyof typeof FITS;
const NAMES = Object.keys(FITS) as FilterName[];

/** The filters that every report takes. */
export type Filters = NonNullable<CallInput<typeof reports.getAdmissionReport>['query']>;
type CashFilters = NonNullable<CallInput<typeof reports.getCashReport>['query']>;

const withoutLevel = ({ jenjang: _jenjang, ...others }: Filters): Filters => others;

/** Tab and filters as they stand in the address, so that Back, a reload and a link keep them. */
export function useReportState(mine: readonly ReportName[]) {
  const { params, write } = useAddressParams();
  const tab = mine.find((name) => name === params.get('tab')) ?? mine[0] ?? REPORTS[0];
  const inAddress = (name: FilterName) => {
    const text = params.get(name) ?? '';
    return text !== '' && FITS[name](text) ? text : null;
  };
  const choice = useYearChoice(inAddress('academic_year'));
  const chosen = Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = name === 'academic_year' ? choice.year : inAddress(name);
      return value ? [[name, value]] : [];
    }),
  ) as CashFilters;
  const { by, ...filters } = chosen;
  return {
    tab,
    // Messages have no level: the choice waits for the other tabs.
    filters: (tab === 'messages' ? withoutLevel(filters) : filters) as Filters,
    by,
    choice,
    setTab: (name: ReportName) => write({ tab: name === mine[0] ? null : name }),
    setFilter: (name: FilterName, value: string) =>
      write({ [name]: value === '' ? null : value }, { replace: true }),
    /** Where the tab is to be had as a file, under the same filters. */
    exportAddress: () => {
      const query = new URLSearchParams(
        tab === 'cash' ? chosen : tab === 'messages' ? withoutLevel(filters) : filters,
      );
      const path = reports.exportReport.path.replace('{name}', tab);
      return query.size > 0 ? `${path}?${query}` : path;
    },
  };
}

/** The server keeps an answer for a minute. */
const KEPT_MS = 60_000;

/** Reads a report under these filters; the former one stays while the next is read. */
const useReport = <Report>(
  name: ReportName,
  query: CashFilters,
  read: (signal: AbortSignal) => Promise<Report>,
) =>
  useQuery<Report>({
    queryKey: ['reports', name, query],
    queryFn: ({ signal }) => read(signal),
    staleTime: KEPT_MS,
    placeholderData: (before) => before,
  });

export const useAdmissionReport = (query: Filters) =>
  useReport('admission', query, (signal) => call(reports.getAdmissionReport, { query, signal }));
export const useCashReport = (query: CashFilters) =>
  useReport('cash', query, (signal) => call(reports.getCashReport, { query, signal }));
export const useWorkReport = (query: Filters) =>
  useReport('work', query, (signal) => call(getWorkReport, { query, signal }));
export const useMessagesReport = (query: Filters) =>
  useReport('messages', query, (signal) => call(reports.getMessagesReport, { query, signal }));
export const useArrearsReport = (query: Filters) =>
  useReport('arrears', query, (signal) => call(reports.getArrearsReport, { query, signal }));
