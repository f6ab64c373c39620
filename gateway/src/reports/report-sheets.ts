import { MESSAGE_KIND_LABELS } from '@gerbang/contracts/message-kinds.copy';
import type { AdmissionReport, ArrearsReport, CashReport, MessagesReport } from '@gerbang/contracts/reports';
import type { WorkReport } from '@gerbang/contracts/work-report';
import { AGEING_BUCKETS, AGEING_LABELS } from '@gerbang/domain/invoices';
import {
  ARREARS_STEP_LABELS,
  CASH_METHOD_LABELS,
  CASH_SOURCE_LABELS,
  CASH_SOURCES,
  FUNNEL_LABELS,
  MESSAGE_OUTCOME_LABELS,
  MESSAGE_OUTCOMES,
  RETURNED_WORDS,
  WORK_LABELS,
} from '@gerbang/domain/reports';
import { REFUND_CAUSES } from '@gerbang/domain/refunds';
import { ROLE_WORDS } from '@gerbang/domain/roles';
import { waveTitle } from '@gerbang/domain/waves';
import { dayText } from '@gerbang/domain/date-text';
import { phoneText } from '@gerbang/domain/phone-text';
import { number, text } from '@gerbang/service-kit/http/cells';
import type { Cell, Column } from '@gerbang/service-kit/http/workbook';

/** A report as the rows of one sheet. */
export interface Sheet<Report> {
  readonly columns: (report: Report) => readonly Column[];
  /** Sums that stand above the rows once, however many pages the report's list has. */
  readonly summary?: (report: Report) => readonly (readonly Cell[])[];
  readonly rows: (report: Report) => readonly (readonly Cell[])[];
}

const admission: Sheet<AdmissionReport> = {
  columns: () => [
    { title: 'Jenjang', width: 12 },
    { title: 'Langkah', width: 24 },
    { title: 'Jumlah', width: 10 },
    { title: '% dari langkah sebelumnya', width: 26 },
    { title: 'Median hari', width: 14 },
  ],
  rows: ({ total, levels, waves = [] }) => [
    ...[{ jenjang: 'Semua', steps: total.steps }, ...levels].flatMap(({ jenjang, steps }) =>
      steps.map((step) => [
        text(jenjang),
        text(FUNNEL_LABELS[step.key]),
        number(step.count),
        number(step.share),
        number(step.median_days),
      ]),
    ),
    ...waves.map(({ academic_year, jenjang, name, applicants }) => [
      text(jenjang),
      text(`${waveTitle(name)} ${academic_year}`),
      number(applicants),
      null,
      null,
    ]),
  ],
};

/** What went back, as rows under the total; none where nothing did. */
function refundRows({ refunds, net, methods }: CashReport): Cell[][] {
  if (!refunds || refunds.count + refunds.unapplied.count === 0) return [];
  const row = (label: string, count: number | null, amount: number): Cell[] => [
    text(label),
    ...Array<Cell>(CASH_SOURCES.length + methods.length).fill(null),
    number(count),
    { rupiah: amount },
  ];
  return [
    row(RETURNED_WORDS.refunds, refunds.count, refunds.amount),
    ...refunds.causes.map(({ cause, count, amount }) => row(REFUND_CAUSES[cause], count, amount)),
    row(RETURNED_WORDS.net, null, net ?? 0),
    row(RETURNED_WORDS.unapplied, refunds.unapplied.count, refunds.unapplied.amount),
  ];
}

function drawerRows({ drawers = [], methods }: CashReport): Cell[][] {
  return drawers.map(({ person, day, count, amount }) => [
    text(`Kas loket ${person.name ?? '-'}, ${dayText(day)}`),
    ...Array<Cell>(CASH_SOURCES.length + methods.length).fill(null),
    number(count),
    { rupiah: amount },
  ]);
}

// The methods are those of the report: one that the school does not use is no column.
const cash: Sheet<CashReport> = {
  columns: ({ methods }) => [
    { title: 'Mulai', width: 14 },
    ...CASH_SOURCES.map((source) => ({ title: CASH_SOURCE_LABELS[source], width: 20 })),
    ...methods.map(({ method }) => ({ title: CASH_METHOD_LABELS[method], width: 20 })),
    { title: 'Jumlah pembayaran', width: 18 },
    { title: 'Total', width: 20 },
  ],
  rows: (report) => {
    const { columns, sources, methods, total } = report;
    return [
      ...columns.map((column) => [
        { day: column.start },
        ...CASH_SOURCES.map((source) => ({ rupiah: column.sources[source] })),
        ...methods.map(({ method }) => ({ rupiah: column.methods[method] ?? 0 })),
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
      ...drawerRows(report),
      ...refundRows(report),
    ];
  },
};

const arrears: Sheet<ArrearsReport> = {
  columns: () => [
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
    { title: 'Jumlah Tagihan', width: 14 },
    { title: 'Jumlah Keluarga', width: 16 },
  ],
  summary: ({ total, buckets, levels }) =>
    [{ jenjang: 'Semua', total, buckets }, ...levels].flatMap((level) => {
      const row = (label: string, sums: ArrearsReport['total']): Cell[] => [
        text(label),
        ...Array<Cell>(3).fill(null),
        text(level.jenjang),
        ...Array<Cell>(4).fill(null),
        { rupiah: sums.amount },
        ...Array<Cell>(2).fill(null),
        number(sums.invoices),
        number(sums.families),
      ];
      return [
        row('Total', level.total),
        ...AGEING_BUCKETS.map((bucket) => row(AGEING_LABELS[bucket], level.buckets[bucket])),
      ];
    }),
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

const work: Sheet<WorkReport> = {
  columns: () => [
    { title: 'Jenis', width: 26 },
    { title: 'Pekan Mulai', width: 14 },
    { title: 'Ditangani Oleh', width: 22 },
    { title: 'Jumlah', width: 10 },
    { title: 'Median Jam', width: 12 },
    { title: 'Jam (90%)', width: 12 },
    { title: 'Menunggu Sejak', width: 20 },
  ],
  rows: (report) =>
    [report.admission, report.billing]
      .flatMap((part) => part?.kinds ?? [])
      .flatMap(({ kind, weeks, total, roles, own, oldest_at }) => [
        [
          text(WORK_LABELS[kind]),
          null,
          text('Semua'),
          number(total.count),
          number(total.median_hours),
          number(total.p90_hours),
          oldest_at === null ? null : { moment: new Date(oldest_at) },
        ],
        ...roles.map(({ role, count }) => [
          text(WORK_LABELS[kind]),
          null,
          text(ROLE_WORDS[role]),
          number(count),
        ]),
        [text(WORK_LABELS[kind]), null, text('Saya sendiri'), number(own)],
        ...weeks
          .filter(({ count }) => count > 0)
          .map(({ start, count, median_hours, p90_hours }) => [
            text(WORK_LABELS[kind]),
            { day: start },
            text('Semua'),
            number(count),
            number(median_hours),
            number(p90_hours),
          ]),
      ]),
};

type Counted = Pick<MessagesReport['columns'][number], 'count' | 'outcomes'>;

const countCells = ({ count, outcomes }: Counted): Cell[] => [
  number(count),
  ...MESSAGE_OUTCOMES.map((outcome) => number(outcomes[outcome])),
];

const messages: Sheet<MessagesReport> = {
  columns: () => [
    { title: 'Mulai', width: 14 },
    { title: 'Jenis', width: 34 },
    { title: 'Jumlah', width: 10 },
    ...MESSAGE_OUTCOMES.map((outcome) => ({ title: MESSAGE_OUTCOME_LABELS[outcome], width: 16 })),
    { title: '% Gagal', width: 10 },
    { title: 'Perkiraan Biaya', width: 18 },
  ],
  rows: ({ columns, kinds, total, cost }) => [
    ...columns.map((column) => [{ day: column.start }, text('Semua'), ...countCells(column)]),
    ...kinds.map((one) => [
      null,
      text(MESSAGE_KIND_LABELS[one.kind]),
      ...countCells(one),
      number(one.share_failed),
    ]),
    [
      { text: 'Total' },
      text('Semua'),
      ...countCells(total),
      number(total.share_failed),
      cost === null ? null : { rupiah: cost.amount },
    ],
  ],
};

/** The sheet of each report. */
export const SHEETS = { admission, cash, arrears, work, messages } as const;
