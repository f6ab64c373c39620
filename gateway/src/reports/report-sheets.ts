import type { AdmissionReport, ArrearsReport, CashReport } from '@gerbang/contracts/reports.types';
import {
  ARREARS_STEP_LABELS,
  CASH_METHOD_LABELS,
  CASH_METHODS,
  CASH_SOURCE_LABELS,
  CASH_SOURCES,
  FUNNEL_LABELS,
} from '@gerbang/domain/reports';
import { phoneText } from '@gerbang/domain/phone-text';
import type { Cell, Column } from '@gerbang/service-kit/http/workbook';

/** A report as the rows of one sheet. */
export interface Sheet<Report> {
  readonly columns: readonly Column[];
  readonly rows: (report: Report) => readonly (readonly Cell[])[];
}

const text = (value: string | null): Cell => (value ? { text: value } : null);
const number = (value: number | null): Cell => (value === null ? null : { number: value });

const admission: Sheet<AdmissionReport> = {
  columns: [
    { title: 'Jenjang', width: 12 },
    { title: 'Langkah', width: 24 },
    { title: 'Jumlah', width: 10 },
    { title: '% dari langkah sebelumnya', width: 26 },
    { title: 'Median hari', width: 14 },
  ],
  rows: ({ total, levels }) =>
    [{ jenjang: 'Semua', steps: total.steps }, ...levels].flatMap(({ jenjang, steps }) =>
      steps.map((step) => [
        text(jenjang),
        text(FUNNEL_LABELS[step.key]),
        number(step.count),
        number(step.share),
        number(step.median_days),
      ]),
    ),
};

const cash: Sheet<CashReport> = {
  columns: [
    { title: 'Mulai', width: 14 },
    ...CASH_SOURCES.map((source) => ({ title: CASH_SOURCE_LABELS[source], width: 20 })),
    ...CASH_METHODS.map((method) => ({ title: CASH_METHOD_LABELS[method], width: 20 })),
    { title: 'Jumlah pembayaran', width: 18 },
    { title: 'Total', width: 20 },
  ],
  rows: ({ columns, sources, methods, total }) => [
    ...columns.map((column) => [
      { day: column.start },
      ...CASH_SOURCES.map((source) => ({ rupiah: column.sources[source] })),
      ...CASH_METHODS.map((method) => ({ rupiah: column.methods[method] })),
      { number: column.count },
      { rupiah: column.amount },
    ]),
    [
      { text: 'Total' },
      ...sources.map(({ amount }) => ({ rupiah: amount })),
      ...methods.map(({ amount }) => ({ rupiah: amount })),
      { number: total.count },
      { rupiah: total.amount },
    ],
  ],
};

const arrears: Sheet<ArrearsReport> = {
  columns: [
    { title: 'Nomor Tagihan', width: 18 },
    { title: 'Nama Anak', width: 30 },
    { title: 'Orang Tua', width: 28 },
    { title: 'Telepon', width: 18 },
    { title: 'Jenjang', width: 9 },
    { title: 'Kelas', width: 9 },
    { title: 'Tahap', width: 18 },
    { title: 'Jatuh Tempo', width: 14 },
    { title: 'Hari Terlambat', width: 14 },
    { title: 'Sisa', width: 18 },
    { title: 'Pengingat Terakhir', width: 20 },
    { title: 'Langkah Berikutnya', width: 20 },
  ],
  rows: ({ list }) =>
    list.map((row) => [
      text(row.invoice_number),
      text(row.child_name),
      text(row.parent_name),
      text(row.phone && phoneText(row.phone)),
      text(row.jenjang),
      text(row.kelas),
      text(row.installment_name),
      { day: row.due_date },
      number(row.days_late),
      { rupiah: row.remaining },
      row.last_reminder_at === null ? null : { moment: new Date(row.last_reminder_at) },
      text(ARREARS_STEP_LABELS[row.next_step]),
    ]),
};

/** The sheet of each report. */
export const SHEETS = { admission, cash, arrears } as const;
