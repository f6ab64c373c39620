import type { FORCE_REASON_HEADER } from '@gerbang/contracts/bank-statements';
import * as bank from '@gerbang/contracts/bank-statements';
import { LINE_FILTERS, LINE_LABELS } from '@gerbang/domain/bank-lines';
import { CONFIDENCE_LABELS, CONFIDENCES } from '@gerbang/domain/bank-matches';
import { call, type CallInput, type CallOutput, callPage } from '@gerbang/web-kit/api/client';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@gerbang/web-kit/api/query-client';
import { changeOf } from '@gerbang/web-kit/api/records';
import { linked, linkedChoice, linkedDay, staffList } from '@gerbang/web-kit/lists/use-staff-list';
import { sendFile } from '@gerbang/web-kit/files/upload';
import { copy, filesCopy } from './bank-statements.copy.ts';

export type BankLine = CallOutput<typeof bank.listBankLines>[number];
export type LineMatch = BankLine['matches'][number];
export type BankStatement = CallOutput<typeof bank.importStatement>['statement'];
export type Imported = CallOutput<typeof bank.importStatement>;

const KEY = 'bank-lines';
const FILES = 'bank-statements';

/** Filters of lines of either direction. */
export const SPAN = {
  from: linkedDay(copy.from),
  to: linkedDay(copy.to),
  account: linked(copy.account, /^[a-z0-9-]{2,20}$/u),
};

/** Money that came in by the banks' statements. */
export const bankLines = staffList({
  key: KEY,
  news: 'counted',
  pageSize: 50,
  filters: {
    status: linkedChoice({
      label: copy.statusFilter,
      values: LINE_FILTERS,
      labels: { ...LINE_LABELS, undecided: copy.undecided },
    }),
    confidence: linkedChoice({ label: copy.confidence, values: CONFIDENCES, labels: CONFIDENCE_LABELS }),
    ...SPAN,
  },
  fields: ['sort'],
  texts: copy,
  refresh: refreshBank,
  download: { path: bank.exportBankLines.path, file: 'mutasi-bank' },
  read: (query, signal) => callPage(bank.listBankLines, { signal, query }),
});

/** The uploaded statements. */
export const bankFiles = staffList({
  key: FILES,
  news: true,
  pageSize: 50,
  filters: {},
  fields: [],
  texts: filesCopy,
  read: ({ search: _none, ...query }, signal) => callPage(bank.listStatements, { signal, query }),
});

type SummaryQuery = CallInput<typeof bank.summarizeBankLines>['query'];

/** How many lines there are, and of how much money, by status and by how sure their proposal is. */
export const readSummary = (query: SummaryQuery, signal: AbortSignal) =>
  call(bank.summarizeBankLines, { signal, query });

/** One line by its id, wherever it is in the list; read only where the list does not show it. */
export function useLine(id: string | null) {
  return useQuery({
    queryKey: [KEY, 'one', id],
    queryFn: async ({ signal }) => {
      const [line] = await call(bank.listBankLines, { signal, query: { id: id ?? '', limit: '1' } });
      return line ?? null;
    },
    enabled: id !== null,
  });
}

/** Every line whose match is exact, page by page: what may be booked together. */
export async function readExact(
  query: Omit<NonNullable<SummaryQuery>, 'status' | 'confidence'>,
  signal: AbortSignal,
): Promise<readonly BankLine[]> {
  const lines: BankLine[] = [];
  let cursor: string | null = null;
  do {
    const page: { rows: BankLine[]; next: string | null } = await callPage(bank.listBankLines, {
      signal,
      query: { ...query, status: 'proposed', confidence: 'exact', limit: '200', cursor: cursor ?? undefined },
    });
    lines.push(...page.rows);
    cursor = page.next;
  } while (cursor !== null);
  return lines;
}

/** Reads everything again that shows the bank's money. */
export async function refreshBank(client: QueryClient): Promise<void> {
  const keys = [KEY, 'outgoing-lines', FILES, 'unapplied-receipts', 'bank-days', 'dashboard', 'invoices'];
  await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })));
}

function useChange<E extends typeof bank.ignoreBankLine | typeof bank.restoreBankLine>(endpoint: E) {
  const client = useQueryClient();
  return useMutation({ mutationFn: changeOf(endpoint), onSettled: () => refreshBank(client) });
}

export const useIgnoreLine = () => useChange(bank.ignoreBankLine);
export const useRestoreLine = () => useChange(bank.restoreBankLine);

export interface Upload {
  readonly accountKey: string;
  readonly file: File;
  /** Why a statement is taken over although its sums do not fit; an admin's. */
  readonly reason?: string;
}

/** Sends a bank's file as it is; 422 and 409 say why it was not taken over. */
export function useImportStatement(onProgress: (done: number) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ accountKey, file, reason }: Upload) => {
      const query = new URLSearchParams({ account_key: accountKey, file_name: file.name.slice(-150) });
      if (reason !== undefined) query.set('force', '1');
      const header = 'x-force-reason' satisfies typeof FORCE_REASON_HEADER;
      return sendFile<Imported>(`${bank.importStatement.path}?${query}`, file, {
        onProgress,
        headers: reason === undefined ? {} : { [header]: encodeURIComponent(reason) },
      });
    },
    onSuccess: () => refreshBank(client),
  });
}
