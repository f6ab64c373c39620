import type { AdmissionArea } from '@gerbang/contracts/admission.types';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { startOf } from '@gerbang/domain/reports';
import { Card } from '@gerbang/ui/card';
import { ChartFigure } from '@gerbang/ui/chart-frame';
import { ColumnChart } from '@gerbang/ui/charts';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { formatRupiah, shortRupiah } from '@gerbang/web-kit/format';
import { useState } from 'react';
import { Funnel } from '../reports/admission-tab.tsx';
import { useAdmissionReport, useCashReport } from '../reports/reports.api.ts';
import { reportsCopy } from '../reports/reports.copy.ts';
import { ReportPart } from '../reports/report-part.tsx';
import { dashboardCopy as copy } from './staff-dashboard.copy.ts';

const MONTHS = 7;
const PICTURE = 96;

/** The funnel of the season, read after the first paint. */
export function FunnelCard() {
  return (
    <ReportPart read={useAdmissionReport({})}>
      {(report) => (
        <Card>
          <Funnel report={report} />
        </Card>
      )}
    </ReportPart>
  );
}

type Observations = NonNullable<NonNullable<AdmissionArea['staff']>['observations']>;

/** The observations of this week by day. */
export function WeekCard({ observations }: { observations: Observations }) {
  const [today] = useState(() => jakartaDay(new Date()));
  const week = observations.reduce((sum, { count }) => sum + count, 0);
  const labels = observations.map(({ day }, at) => `${copy.dayNames[at]} ${Number(day.slice(8))}`);
  return (
    <Card>
      <ChartFigure
        title={copy.observations}
        sentence={
          week === 0
            ? copy.observationsNone
            : copy.observationsSentence(week, observations.find(({ day }) => day === today)?.count ?? 0)
        }
        table={{
          head: [copy.day, copy.children],
          rows: observations.map(({ day, count }, at) => ({
            key: day,
            cells: [labels[at], reportsCopy.number(count)],
          })),
        }}
      >
        {week === 0 ? null : (
          <ColumnChart
            height={PICTURE + 40}
            rows={observations.map(({ day, count }, at) => ({
              key: day,
              label: `${labels[at]}: ${count}`,
              parts: [count],
              value: String(count),
            }))}
          />
        )}
      </ChartFigure>
    </Card>
  );
}

/** Money by the month in which it is due: received solid, expected dashed. */
export function MoneyCard() {
  const [from] = useState(() => startOf('month', jakartaDay(new Date())));
  return (
    <ReportPart read={useCashReport({})}>
      {(report) => {
        const months = report.months.filter(({ month }) => month >= from).slice(0, MONTHS);
        const sums = months.reduce(
          (sum, { due, collected }) => ({ paid: sum.paid + collected, open: sum.open + due - collected }),
          { paid: 0, open: 0 },
        );
        const name = (month: string) => reportsCopy.dayText(month).split(' ')[1] ?? '';
        return (
          <Card>
            <ChartFigure
              title={copy.money}
              note={<Quiet $small>{copy.moneyNote}</Quiet>}
              sentence={
                months.length === 0
                  ? copy.moneyNone
                  : copy.moneySentence(shortRupiah(sums.paid), shortRupiah(sums.open))
              }
              table={{
                head: [copy.month, copy.received, copy.expected],
                rows: months.map(({ month, due, collected }) => ({
                  key: month,
                  cells: [name(month), formatRupiah(collected), formatRupiah(due - collected)],
                })),
              }}
            >
              {months.length === 0 ? null : (
                <Stack $gap={8}>
                  <ColumnChart
                    beside
                    dashed={1}
                    height={PICTURE}
                    rows={months.map(({ month, due, collected }) => ({
                      key: month,
                      label: name(month),
                      parts: [collected, due - collected],
                      value: shortRupiah(collected),
                    }))}
                  />
                  <Quiet $small>
                    {copy.received} ■ · {copy.expected} ▯
                  </Quiet>
                </Stack>
              )}
            </ChartFigure>
          </Card>
        );
      }}
    </ReportPart>
  );
}
