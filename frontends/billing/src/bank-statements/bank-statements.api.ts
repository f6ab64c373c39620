import * as bank from '@gerbang/contracts/bank-statements';
import { LINE_LABELS, LINE_STATUSES } from '@gerbang/domain/bank-lines';
import { call, type CallInput, type CallOutput, callPage } from '@gerbang/web-kit/client';
import { useMutation, useQueryClient } from '@gerbang/web-kit/query-client';
import { changeOf } from '@gerbang/web-kit/records';
import { choice, linkedDay, staffList } from '@gerbang/web-kit/staff-list';
import { sendFile } from '@gerbang/web-kit/upload';
import { copy } from './bank-statements.copy.ts';

export type BankLine = CallOutput<typeof bank.listBankLines>[number];
export type BankStatement = CallOutput<typeof bank.importStatement>['statement'];

const KEY = 'bank-lines';

/** Money that came in by the banks' statements. */
export const bankLines = staffList({
  key: KEY,
  pageSize: 50,
  filters: {
    status: choice({ label: copy.statusFilter, values: LINE_STATUSES, labels: LINE_LABELS }),
    from: linkedDay(copy.from),
    to: linkedDay(copy.to),
  },
  fields: ['sort'],
  texts: copy,
  read: (query, signal) => callPage(bank.listBankLines, { signal, query }),
});

type SummaryQuery = CallInput<typeof bank.summarizeBankLines>['query'];

/** How many lines there are in each status. */
export async function readSummary(query: SummaryQuery, signal: AbortSignal) {
  const { status } = await call(bank.summarizeBankLines, { signal, query });
  return Object.fromEntries(Object.entries(status).map(([name, { lines }]) => [name, lines]));
}

function useChange<E extends typeof bank.ignoreBankLine | typeof bank.restoreBankLine>(endpoint: E) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: changeOf(endpoint),
    onSettled: () => client.invalidateQueries({ queryKey: [KEY] }),
  });
}

export const useIgnoreLine = () => useChange(bank.ignoreBankLine);
export const useRestoreLine = () => useChange(bank.restoreBankLine);

interface Upload {
  readonly accountKey: string;
  readonly file: File;
  readonly onProgress: (done: number) => void;
}

/** Sends a bank's file as it is; 422 and 409 say why it was not taken over. */
export function useImportStatement() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ accountKey, file, onProgress }: Upload) => {
      const query = new URLSearchParams({ account_key: accountKey, file_name: file.name.slice(-150) });
      return sendFile<{ statement: BankStatement }>(`${bank.importStatement.path}?${query}`, file, {
        onProgress,
      });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: [KEY] }),
  });
}
