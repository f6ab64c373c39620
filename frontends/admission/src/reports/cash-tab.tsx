import type { CashReport } from '@gerbang/contracts/reports';
import { REFUND_CAUSES } from '@gerbang/domain/refunds';
import {
  CASH_METHOD_LABELS,
  CASH_SOURCE_LABELS,
  CASH_SOURCES,
  RETURNED_WORDS,
} from '@gerbang/domain/reports';
import { Card } from '@gerbang/ui/card';
import { ChartFigure } from '@gerbang/ui/chart-frame';
import { FiguresTable } from '@gerbang/ui/figures-table';
import { ColumnChart } from '@gerbang/ui/charts';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { formatDayText, formatRupiah, shortRupiah } from '@gerbang/web-kit/page/format';
import { type Filters, useCashReport } from './reports.api.ts';
import { cashCopy as copy, reportsCopy as common } from './reports.copy.ts';
import { Money, ReportPart } from './report-part.tsx';

interface Kind {
  readonly title: string;
  readonly keys: (report: CashReport) => readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  readonly of: (column: CashReport['columns'][number]) => Readonly<Record<string, number>>;
  readonly sums: (report: CashReport) => readonly { name: string; amount: number; count: number }[];
}

const BY_SOURCE: Kind = {
  title: copy.title,
  keys: () => CASH_SOURCES,
  labels: CASH_SOURCE_LABELS,
  of: ({ sources }) => sources,
  sums: ({ sources }) =>
    sources.map(({ source, ...sums }) => ({ name: CASH_SOURCE_LABELS[source], ...sums })),
};
const BY_METHOD: Kind = {
  title: copy.methodTitle,
  keys: ({ methods }) => methods.map(({ method }) => method),
  labels: CASH_METHOD_LABELS,
  of: ({ methods }) => methods,
  sums: ({ methods }) =>
    methods.map(({ method, ...sums }) => ({ name: CASH_METHOD_LABELS[method], ...sums })),
};

function CashFigure({ report, kind }: { report: CashReport; kind: Kind }) {
  const { columns, grain, total } = report;
  const empty = columns.every(({ amount, count }) => amount === 0 && count === 0);
  const keys = kind.keys(report);
  const names = keys.map((key) => kind.labels[key] ?? key);
  const parts = kind
    .sums(report)
    .map(({ name, amount, count }) => copy.part(name, formatRupiah(amount), count));
  return (
    <ChartFigure
      title={kind.title}
      legend={names}
      note={<Money amount={total.amount} />}
      sentence={
        empty
          ? copy.none
          : kind === BY_SOURCE
            ? copy.sentence(formatRupiah(total.amount), total.count, formatRupiah(total.average))
            : copy.methodSentence(parts)
      }
      table={{
        head: [copy.start[grain], ...names, copy.count, copy.total],
        rows: [
          ...columns
            .filter(({ count, amount }) => count !== 0 || amount !== 0)
            .map((column) => ({
              key: column.start,
              cells: [
                common.startText(grain, column.start),
                ...keys.map((key) => formatRupiah(kind.of(column)[key] ?? 0)),
                common.number(column.count),
                formatRupiah(column.amount),
              ],
            })),
          {
            key: 'total',
            cells: [
              copy.total,
              ...kind.sums(report).map(({ amount }) => formatRupiah(amount)),
              common.number(total.count),
              formatRupiah(total.amount),
            ],
          },
        ],
      }}
    >
      {empty || columns.length === 1 ? null : (
        <ColumnChart
          rows={columns.map((column) => ({
            key: column.start,
            label: common.startText(grain, column.start),
            parts: keys.map((key) => kind.of(column)[key] ?? 0),
            value: shortRupiah(column.amount),
          }))}
        />
      )}
    </ChartFigure>
  );
}

type Refunds = NonNullable<CashReport['refunds']>;

/** What was verified, what went back of it by cause, and what is left. */
function RefundsFigure({ report: { total, net = 0 }, refunds }: { report: CashReport; refunds: Refunds }) {
  const { amount, count, causes, unapplied } = refunds;
  const row = (name: string, sums: { amount: number; count: number } | null, sum = sums?.amount ?? 0) => ({
    key: name,
    cells: [name, sums ? common.number(sums.count) : '–', formatRupiah(sum)],
  });
  return (
    <Stack $gap={8}>
      <h2>{RETURNED_WORDS.refunds}</h2>
      <Quiet $small>{copy.returned(formatRupiah(amount), count, formatRupiah(net))}</Quiet>
      <FiguresTable
        caption={RETURNED_WORDS.refunds}
        table={{
          head: [copy.cause, copy.refunds, copy.total],
          rows: [
            row(copy.title, total),
            ...causes.map(({ cause, ...sums }) => row(REFUND_CAUSES[cause], sums)),
            row(RETURNED_WORDS.net, null, net),
            ...(unapplied.count > 0 ? [row(RETURNED_WORDS.unapplied, unapplied)] : []),
          ],
        }}
      />
    </Stack>
  );
}

/** Cash by the drawer that it fell into. */
function DrawersFigure({ drawers }: { drawers: NonNullable<CashReport['drawers']> }) {
  return (
    <Stack $gap={8}>
      <h2>{copy.drawers}</h2>
      {drawers.length === 0 ? (
        <Quiet $small>{copy.noDrawers}</Quiet>
      ) : (
        <FiguresTable
          caption={copy.drawers}
          table={{
            head: [copy.drawer, copy.count, copy.total, copy.difference],
            rows: [
              ...drawers.map(({ id, person, day, count, amount, difference }) => ({
                key: id,
                cells: [
                  copy.drawerOf(person.name ?? '-', formatDayText(day)),
                  common.number(count),
                  formatRupiah(amount),
                  difference === null ? '–' : formatRupiah(difference),
                ],
              })),
              {
                key: 'total',
                cells: [
                  copy.total,
                  common.number(drawers.reduce((sum, { count }) => sum + count, 0)),
                  formatRupiah(drawers.reduce((sum, { amount }) => sum + amount, 0)),
                  '–',
                ],
              },
            ],
          }}
        />
      )}
    </Stack>
  );
}

/** 'Kas'. */
export function CashTab({ filters, by }: { filters: Filters; by: 'verified' | 'paid' | undefined }) {
  return (
    <ReportPart read={useCashReport({ ...filters, ...(by && { by }) })}>
      {(report) => (
        <Stack>
          <Quiet $small>{common.span(report.from, report.to)}</Quiet>
          {[BY_SOURCE, BY_METHOD].map((kind) => (
            <Card key={kind.title}>
              <CashFigure report={report} kind={kind} />
            </Card>
          ))}
          {report.drawers ? (
            <Card>
              <DrawersFigure drawers={report.drawers} />
            </Card>
          ) : null}
          {report.refunds && report.refunds.count + report.refunds.unapplied.count > 0 ? (
            <Card>
              <RefundsFigure report={report} refunds={report.refunds} />
            </Card>
          ) : null}
        </Stack>
      )}
    </ReportPart>
  );
}
