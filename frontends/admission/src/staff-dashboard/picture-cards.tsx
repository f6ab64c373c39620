import type { AdmissionArea } from '@gerbang/contracts/dashboard';
import type { AdmissionReport } from '@gerbang/contracts/reports';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { startOf } from '@gerbang/domain/reports';
import { Card } from '@gerbang/ui/card';
import { ChartFigure } from '@gerbang/ui/chart-frame';
import { ColumnChart } from '@gerbang/ui/charts';
import { Quiet } from '@gerbang/ui/layout';
import { formatRupiah, shortRupiah } from '@gerbang/web-kit/page/format';
import { Link } from '@gerbang/web-kit/page/router';
import { useState } from 'react';
import { styled } from 'styled-components';
import { Funnel } from '../reports/admission-tab.tsx';
import { useAdmissionReport, useCashReport } from '../reports/reports.api.ts';
import { reportsCopy } from '../reports/reports.copy.ts';
import { ReportPart } from '../reports/report-part.tsx';
import { EVERY, type Queue } from './queues.ts';
import { dashboardCopy as copy } from './staff-dashboard.copy.ts';

const MONTHS = 7;
const PICTURE = 96;

/** The lists that count what a step of the funnel counts; steps that add up several stages have none. */
const LISTS = {
  registered: `/admin/registration?${EVERY}`,
  verified: `/admin/registration?payment_status=verified&${EVERY}`,
  accepted: `/admin/registration?current_stage=passed&${EVERY}`,
  re_enrolled: `/admin/enrollment?${EVERY}`,
} as const;

/** What the limited seats of all classes add up to, with the way to them. */
function SeatsLink({ seats }: { seats: NonNullable<AdmissionReport['seats']> }) {
  const sum = (key: 'free' | 'waiting') => seats.reduce((total, one) => total + one[key], 0);
  return <Link to="/admin/seats">{copy.seats(sum('free'), sum('waiting'))}</Link>;
}

/** The funnel of the season, read after the first paint. */
export function FunnelCard() {
  return (
    <ReportPart read={useAdmissionReport({})}>
      {(report) => (
        <Card>
          <Funnel
            report={report}
            lists={LISTS}
            aside={report.seats ? <SeatsLink seats={report.seats} /> : undefined}
          />
        </Card>
      )}
    </ReportPart>
  );
}

type Observations = NonNullable<NonNullable<AdmissionArea['staff']>['observations']>;

/** How many observations there are this week. */
export const inWeek = (observations: Observations) => observations.reduce((sum, { count }) => sum + count, 0);

/** Where the observations of this week are listed. */
const WEEK_LIST = `/admin/registration?observation_week=1&${EVERY}`;

const Strip = styled(Card)`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 4px 16px;
  h2 {
    font-size: 1rem;
    line-height: 1.5;
  }
`;

function ToSchedule({ queue }: { queue: Queue | undefined }) {
  if (!queue || queue.count === 0) return null;
  return (
    <Quiet $small $figures>
      {copy.toSchedule(queue.count)} · <Link to={queue.to}>{copy.schedule}</Link>
    </Quiet>
  );
}

/** A week without observations, as one line. */
export function EmptyWeek({ toSchedule }: { toSchedule: Queue | undefined }) {
  return (
    <Strip>
      <h2>{copy.observations}</h2>
      <Quiet $small>{copy.observationsNone}</Quiet>
      <ToSchedule queue={toSchedule} />
    </Strip>
  );
}

/** The observations of this week by day, what is left of the places of their slots as an outline. */
export function WeekCard({
  observations,
  toSchedule,
}: {
  observations: Observations;
  toSchedule: Queue | undefined;
}) {
  const [today] = useState(() => jakartaDay(new Date()));
  const labels = observations.map(({ day }, at) => `${copy.dayNames[at]} ${Number(day.slice(8))}`);
  const taken = ({ count, places }: Observations[number]) =>
    places === undefined ? `${count}` : `${count}/${places}`;
  return (
    <Card>
      <ChartFigure
        title={copy.observations}
        note={<Link to={WEEK_LIST}>{copy.openWeek}</Link>}
        sentence={copy.observationsSentence(
          inWeek(observations),
          observations.find(({ day }) => day === today)?.count ?? 0,
        )}
        table={{
          head: [copy.day, copy.children, copy.places],
          rows: observations.map(({ day, count, places }, at) => ({
            key: day,
            cells: [
              labels[at],
              reportsCopy.number(count),
              places === undefined ? '-' : reportsCopy.number(places),
            ],
          })),
        }}
      >
        <ColumnChart
          height={PICTURE + 40}
          dashed={1}
          rows={observations.map((one, at) => ({
            key: one.day,
            label: `${labels[at]}\n${taken(one)}`,
            parts: [one.count, Math.max(0, (one.places ?? 0) - one.count)],
            value: taken(one),
          }))}
        />
      </ChartFigure>
      <ToSchedule queue={toSchedule} />
    </Card>
  );
}

const Large = styled.strong`
  color: var(--text-primary);
  font-size: 1.25rem;
  line-height: 1.4;
  font-feature-settings: 'tnum';
`;

/** A column as it is drawn: solid, or as an outline. */
const Key = styled.span<{ $dashed?: boolean }>`
  display: inline-block;
  width: 10px;
  height: 10px;
  border: 1px ${({ $dashed }) => ($dashed ? 'dashed' : 'solid')} var(--chart-1);
  border-radius: 2px;
  background: ${({ $dashed }) => ($dashed ? 'none' : 'var(--chart-1)')};
`;

function MoneySentence({ paid, open }: { paid: number; open: number }) {
  return (
    <>
      <Key aria-hidden="true" /> <Large>{shortRupiah(paid)}</Large> {copy.moneyPaid} ·{' '}
      <Key $dashed aria-hidden="true" /> {shortRupiah(open)} {copy.moneyOpen}
    </>
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
              note={
                <Quiet $small>
                  {copy.moneyNote} · <Link to="/admin/invoices">{copy.openMoney}</Link>
                </Quiet>
              }
              sentence={months.length === 0 ? copy.moneyNone : <MoneySentence {...sums} />}
              table={{
                head: [copy.month, copy.received, copy.expected],
                rows: months.map(({ month, due, collected }) => ({
                  key: month,
                  cells: [name(month), formatRupiah(collected), formatRupiah(due - collected)],
                })),
              }}
            >
              {months.length === 0 ? null : (
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
              )}
            </ChartFigure>
          </Card>
        );
      }}
    </ReportPart>
  );
}
