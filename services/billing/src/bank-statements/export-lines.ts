import type { BankLine, exportBankLines as call } from '@gerbang/contracts/bank-statements';
import { LINE_LABELS } from '@gerbang/domain/bank-lines';
import { CONFIDENCE_LABELS } from '@gerbang/domain/bank-matches';
import type { Role } from '@gerbang/domain/roles';
import { day, type SheetColumn, text } from '@gerbang/service-kit/http/cells';
import { type ListFile, wholeOf } from '@gerbang/service-kit/http/list-file';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { lineList } from './line-list.ts';

const joined = (values: readonly string[]) => text([...new Set(values)].join(', '));

const COLUMNS: readonly SheetColumn<BankLine>[] = [
  { title: 'Tanggal', width: 14, cell: ({ booked_on }) => day(booked_on) },
  { title: 'Rekening', width: 16, cell: ({ account_key }) => text(account_key) },
  { title: 'Jumlah', width: 18, cell: ({ amount }) => ({ rupiah: amount }) },
  { title: 'Keterangan', width: 50, cell: ({ description }) => text(description) },
  { title: 'Referensi', width: 22, cell: ({ bank_reference }) => text(bank_reference) },
  { title: 'Status', width: 18, cell: ({ status }) => text(LINE_LABELS[status]) },
  {
    title: 'Keyakinan',
    width: 14,
    cell: ({ matches: [first] }) => text(first?.confidence && CONFIDENCE_LABELS[first.confidence]),
  },
  {
    title: 'Untuk',
    width: 30,
    cell: ({ matches, refunds = [] }) => joined([...matches, ...refunds].map(({ number }) => number)),
  },
  {
    title: 'Anak',
    width: 30,
    cell: ({ matches, refunds = [] }) => joined([...matches, ...refunds].map(({ child_name }) => child_name)),
  },
  {
    title: 'Kuitansi',
    width: 22,
    cell: ({ matches }) => joined(matches.flatMap(({ receipt_number }) => receipt_number ?? [])),
  },
  { title: 'Kelebihan', width: 16, cell: ({ surplus }) => ({ rupiah: surplus }) },
  { title: 'Belum Dibukukan', width: 18, cell: ({ unapplied }) => ({ rupiah: unapplied }) },
  { title: 'Alasan Disisihkan', width: 30, cell: ({ ignored_reason }) => text(ignored_reason) },
];

/** The lines of a query as a file, as this role sees them. */
export function lineFile(
  context: Context,
  role: Role,
  query: z.output<(typeof call)['query']>,
): ListFile<BankLine> {
  return {
    action: 'bank_lines.exported',
    title: 'Mutasi bank',
    file: 'mutasi-bank',
    columns: COLUMNS,
    ...wholeOf(context.database.knex, lineList(context, role, query), query),
  };
}
