import type { AdmissionReport } from '@gerbang/contracts/reports';
import { FUNNEL_LABELS } from '@gerbang/domain/reports';
import { WAVE_STATE_LABELS, waveTitle } from '@gerbang/domain/waves';
import { Card, CardTitle } from '@gerbang/ui/card';
import { ChartFigure } from '@gerbang/ui/chart-frame';
import { BarChart, LineChart } from '@gerbang/ui/charts';
import { DataTable, titled } from '@gerbang/ui/data-table';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import { Link } from '@gerbang/web-kit/page/router';
import type { ReactNode } from 'react';
import { type Filters, useAdmissionReport } from './reports.api.ts';
import { admissionCopy as copy, reportsCopy as common } from './reports.copy.ts';
import { ReportPart } from './report-part.tsx';

type Steps = AdmissionReport['total']['steps'];

const countOf = (steps: Steps, key: Steps[number]['key']) =>
  steps.find((step) => step.key === key)?.count ?? 0;

/** Addresses of the lists that steps of the funnel count. */
type StepLists = Readonly<Partial<Record<Steps[number]['key'], string>>>;

interface FunnelProps {
  readonly report: AdmissionReport;
  /** The lists that the steps lead to. */
  readonly lists?: StepLists;
  /** What stands behind the figures of the levels. */
  readonly aside?: ReactNode;
}

/** The funnel: a bar a step, its parts the levels; a step leads to its list where `lists` has one. */
export function Funnel({ report, lists = {}, aside }: FunnelProps) {
  const { total, levels } = report;
  const names = levels.map(({ jenjang }) => levelLabel(jenjang));
  const registered = countOf(total.steps, 'registered');
  const nameOf = (key: Steps[number]['key']) => {
    const to = lists[key];
    return to === undefined ? FUNNEL_LABELS[key] : <Link to={to}>{FUNNEL_LABELS[key]}</Link>;
  };
  return (
    <ChartFigure
      title={copy.funnel}
      legend={names}
      note={
        <Quiet $small $figures>
          {levels
            .map(({ jenjang, steps }) => `${levelLabel(jenjang)} ${countOf(steps, 'registered')}`)
            .join(' · ')}
          {report.withdrawn === undefined ? null : ` · ${copy.withdrawn(report.withdrawn)}`}
          {aside ? <> · {aside}</> : null}
        </Quiet>
      }
      sentence={
        levels.length === 0
          ? copy.funnelNone
          : copy.funnelSentence(registered, countOf(total.steps, 'accepted'), countOf(total.steps, 'paid'))
      }
      table={{
        head: [copy.step, copy.count, copy.share, copy.median, ...names],
        rows: total.steps.map((step, at) => ({
          key: step.key,
          cells: [
            nameOf(step.key),
            common.number(step.count),
            common.percent(step.share),
            copy.days(step.median_days),
            ...levels.map(({ steps }) => common.number(steps[at]?.count ?? 0)),
          ],
        })),
      }}
    >
      {levels.length === 0 ? null : (
        <BarChart
          link={Link}
          rows={total.steps.map((step, at) => ({
            key: step.key,
            label: FUNNEL_LABELS[step.key],
            to: lists[step.key],
            parts: levels.map(({ steps }) => steps[at]?.count ?? 0),
            value: common.number(step.count),
            note: step.share === null ? '' : common.percent(Math.round(step.share)),
          }))}
        />
      )}
    </ChartFigure>
  );
}

/** Registrations by day, added up, beside the year before. */
function Growth({ report: { days } }: { report: AdmissionReport }) {
  const last = days.at(-1);
  const [first] = days;
  const empty = !first || !last || (last.total === 0 && last.before_total === 0);
  const one = days.length === 1;
  const sentence = empty
    ? copy.funnelNone
    : one
      ? copy.growthOne(last.total)
      : copy.growthSentence(last.total, last.before_total);
  const shown = days.filter(({ count, before }) => count !== 0 || before !== 0);
  return (
    <ChartFigure
      title={copy.growth}
      legend={[copy.present, copy.before]}
      note={
        empty ? null : (
          <Quiet $small $figures>
            {copy.most(Math.max(...days.flatMap(({ total, before_total }) => [total, before_total])))}
          </Quiet>
        )
      }
      sentence={sentence}
      table={{
        head: [copy.day, copy.newOnes, copy.present, copy.before],
        rows: shown.map(({ day, count, total, before_total }) => ({
          key: day,
          cells: [
            common.dayText(day),
            common.number(count),
            common.number(total),
            common.number(before_total),
          ],
        })),
      }}
    >
      {empty || one ? null : (
        <LineChart
          lines={[days.map(({ total }) => total), days.map(({ before_total }) => before_total)]}
          ends={[common.dayText(first.day), common.dayText(last.day)]}
        />
      )}
    </ChartFigure>
  );
}

type Wave = NonNullable<AdmissionReport['waves']>[number];

/** How full the waves are. */
function Waves({ waves }: { waves: readonly Wave[] }) {
  return (
    <Stack>
      <h2>{copy.waves}</h2>
      <DataTable
        caption={copy.waves}
        columns={titled<Wave, keyof typeof copy.waveColumns>(copy.waveColumns, [
          {
            key: 'level',
            rowHeader: true,
            render: ({ jenjang, academic_year }) => `${levelLabel(jenjang)} · ${academic_year}`,
          },
          { key: 'wave', render: ({ name }) => waveTitle(name) },
          { key: 'state', render: ({ state }) => WAVE_STATE_LABELS[state] },
          {
            key: 'applicants',
            numeric: true,
            render: ({ applicants, applicants_max: most }) =>
              most === null ? common.number(applicants) : copy.of(applicants, most),
          },
        ])}
        rows={waves}
        rowKey={({ academic_year, jenjang, opens_at }) => `${academic_year} ${jenjang} ${opens_at}`}
      />
    </Stack>
  );
}

type Seats = NonNullable<AdmissionReport['seats']>[number];

/** How the limited seats stand: free ones, the waiting list, and those that were released. */
function SeatsTable({ seats }: { seats: readonly Seats[] }) {
  return (
    <Stack>
      <CardTitle>{copy.seats}</CardTitle>
      <DataTable
        caption={copy.seats}
        columns={titled<Seats, keyof typeof copy.seatColumns>(copy.seatColumns, [
          {
            key: 'place',
            rowHeader: true,
            render: ({ label, academic_year }) => `${label} · ${academic_year}`,
          },
          ...(['seats', 'free', 'waiting', 'released'] as const).map((key) => ({
            key,
            numeric: true,
            render: (row: Seats) => common.number(row[key]),
          })),
        ])}
        rows={seats}
        rowKey={({ academic_year, label }) => `${academic_year} ${label}`}
      />
      <Link to="/admin/seats">{copy.toSeats}</Link>
    </Stack>
  );
}

/** 'Penerimaan'. */
export function AdmissionTab({ filters }: { filters: Filters }) {
  return (
    <ReportPart read={useAdmissionReport(filters)}>
      {(report) => (
        <Stack>
          <Quiet $small>{common.span(report.from, report.to)}</Quiet>
          <Card>
            <Funnel report={report} />
          </Card>
          <Card>
            <Growth report={report} />
          </Card>
          {report.waves ? (
            <Card>
              <Waves waves={report.waves} />
            </Card>
          ) : null}
          {report.seats ? (
            <Card>
              <SeatsTable seats={report.seats} />
            </Card>
          ) : null}
        </Stack>
      )}
    </ReportPart>
  );
}
