import type { ArrearsReport } from '@gerbang/contracts/reports';
import { AGEING_BUCKETS, AGEING_LABELS } from '@gerbang/domain/invoices';
import { Card } from '@gerbang/ui/card';
import { ChartFigure } from '@gerbang/ui/chart-frame';
import { BarChart } from '@gerbang/ui/charts';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { formatRupiah, shortRupiah } from '@gerbang/web-kit/page/format';
import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import { LateInvoices } from './late-invoices.tsx';
import { type Filters, useArrearsReport } from './reports.api.ts';
import { arrearsCopy as copy, reportsCopy as common } from './reports.copy.ts';
import { Money, ReportPart } from './report-part.tsx';

/** What is owed by age, its parts the levels. */
export function Ageing({ report }: { report: ArrearsReport }) {
  const { total, buckets, levels } = report;
  const names = levels.map(({ jenjang }) => levelLabel(jenjang));
  const late = total.amount - buckets.not_due.amount;
  return (
    <ChartFigure
      title={copy.title}
      legend={names}
      note={<Money amount={total.amount} />}
      sentence={
        total.invoices === 0
          ? copy.none
          : copy.sentence(formatRupiah(total.amount), total.invoices, total.families, formatRupiah(late))
      }
      table={{
        head: [copy.bucket, copy.amount, copy.invoices, copy.families, ...names],
        rows: AGEING_BUCKETS.map((bucket) => ({
          key: bucket,
          cells: [
            AGEING_LABELS[bucket],
            formatRupiah(buckets[bucket].amount),
            common.number(buckets[bucket].invoices),
            common.number(buckets[bucket].families),
            ...levels.map((level) => formatRupiah(level.buckets[bucket].amount)),
          ],
        })),
      }}
    >
      {total.invoices === 0 ? null : (
        <BarChart
          rows={AGEING_BUCKETS.map((bucket) => ({
            key: bucket,
            label: AGEING_LABELS[bucket],
            parts: levels.map((level) => level.buckets[bucket].amount),
            value: shortRupiah(buckets[bucket].amount),
          }))}
        />
      )}
    </ChartFigure>
  );
}

/** `Agu 2026`. */
const monthText = (day: string) => common.dayText(day).split(' ').slice(1).join(' ');

/** What of each month's due dates has come in. */
function Collected({ report }: { report: ArrearsReport }) {
  const months = report.months.filter(({ month }) => month <= report.as_of);
  const due = months.reduce((sum, month) => sum + month.due, 0);
  const paid = months.reduce((sum, month) => sum + month.collected, 0);
  const shown = months.slice(-12);
  return (
    <ChartFigure
      title={copy.collected}
      legend={[copy.paid, copy.open]}
      sentence={
        due === 0
          ? copy.collectedNone
          : copy.collectedSentence(common.percent(Math.round((paid / due) * 1000) / 10), formatRupiah(due))
      }
      table={{
        head: [copy.month, copy.due, copy.paid, copy.share],
        rows: months.map(({ month, due: wanted, collected, share }) => ({
          key: month,
          cells: [monthText(month), formatRupiah(wanted), formatRupiah(collected), common.percent(share)],
        })),
      }}
    >
      {due === 0 ? null : (
        <BarChart
          rows={shown.map(({ month, due: wanted, collected, share }) => ({
            key: month,
            label: monthText(month),
            parts: [collected, wanted - collected],
            value: shortRupiah(collected),
            note: common.percent(share),
          }))}
        />
      )}
    </ChartFigure>
  );
}

/** 'Tunggakan'. */
export function ArrearsTab({ filters }: { filters: Filters }) {
  return (
    <ReportPart read={useArrearsReport(filters)}>
      {(report) => (
        <Stack>
          <Quiet $small>{common.asOf(report.as_of)}</Quiet>
          <Card>
            <Ageing report={report} />
          </Card>
          <Card>
            <Collected report={report} />
          </Card>
          <LateInvoices key={JSON.stringify(filters)} filters={filters} first={report} />
        </Stack>
      )}
    </ReportPart>
  );
}
