import type { WorkPart, WorkReport } from '@gerbang/contracts/work-report';
import { WORK_LABELS, type WorkKind } from '@gerbang/domain/reports';
import { ROLE_WORDS } from '@gerbang/domain/roles';
import { Card } from '@gerbang/ui/card';
import { ChartFigure } from '@gerbang/ui/chart-frame';
import { BarChart, LineChart } from '@gerbang/ui/charts';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { LoadFailed } from '@gerbang/ui/load-failed';
import { Link } from '@gerbang/web-kit/page/router';
import { type Filters, useWorkReport } from './reports.api.ts';
import { reportsCopy as common, workCopy as copy } from './reports.copy.ts';
import { ReportPart } from './report-part.tsx';

type Work = WorkPart['kinds'][number];

/** The list of what waits, the longest first. */
const LISTS: Readonly<Record<WorkKind, string>> = {
  proof: '/admin/registration?payment_status=paid&sort=payment_since',
  payment: '/admin/invoices?status=awaiting_verification&sort=created_at',
  confirmation: '/admin/enrollment?group=waiting&sort=submitted_at',
};

/** The kinds of both owners, without those of one that did not answer. */
const kindsOf = ({ admission, billing }: WorkReport): readonly Work[] =>
  [admission, billing].flatMap((part) => part?.kinds ?? []);

/** How long one kind waited for staff, by week. */
export function WaitFigure({ work }: { work: Work }) {
  const { kind, weeks, total } = work;
  const filled = weeks.filter(({ count }) => count > 0);
  const [first] = weeks;
  const last = weeks.at(-1);
  return (
    <ChartFigure
      title={WORK_LABELS[kind]}
      legend={[copy.median, copy.most]}
      sentence={
        total.count === 0
          ? copy.none
          : copy.sentence(total.count, copy.hours(total.median_hours), copy.hours(total.p90_hours))
      }
      table={{
        head: [copy.week, copy.handled, copy.median, copy.most],
        rows: filled.map(({ start, count, median_hours, p90_hours }) => ({
          key: start,
          cells: [
            common.dayText(start),
            common.number(count),
            copy.hours(median_hours),
            copy.hours(p90_hours),
          ],
        })),
      }}
    >
      {filled.length < 2 || !first || !last ? null : (
        <LineChart
          lines={[weeks.map(({ median_hours }) => median_hours), weeks.map(({ p90_hours }) => p90_hours)]}
          ends={[common.dayText(first.start), common.dayText(last.start)]}
        />
      )}
    </ChartFigure>
  );
}

function Waiting({ kind, oldest_at }: Pick<Work, 'kind' | 'oldest_at'>) {
  if (oldest_at === null) return <Quiet $small>{copy.waitsNone}</Quiet>;
  return (
    <Row $gap={8}>
      <Quiet $small>{copy.waits(oldest_at)}</Quiet>
      <Link to={LISTS[kind]} aria-label={copy.openOf(WORK_LABELS[kind])}>
        {copy.open}
      </Link>
    </Row>
  );
}

/** How many each role handled, its parts the kinds; of persons only the reader's own figure. */
function ByRole({ kinds }: { kinds: readonly Work[] }) {
  const names = kinds.map(({ kind }) => WORK_LABELS[kind]);
  const roles = [...new Set(kinds.flatMap((one) => one.roles.map(({ role }) => role)))];
  const countOf = (one: Work, role: string) => one.roles.find((each) => each.role === role)?.count ?? 0;
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
  const own = kinds.map((one) => one.own);
  const rows = roles.map((role) => ({ role, parts: kinds.map((one) => countOf(one, role)) }));
  return (
    <ChartFigure
      title={copy.byRole}
      legend={names}
      sentence={
        roles.length === 0
          ? copy.byRoleNone
          : copy.byRoleSentence(sum(kinds.map(({ total }) => total.count)), sum(own))
      }
      table={{
        head: [copy.role, ...names, copy.total],
        rows: [
          ...rows.map(({ role, parts }) => ({ key: role as string, name: ROLE_WORDS[role], parts })),
          { key: 'own', name: copy.own, parts: own },
        ].map(({ key, name, parts }) => ({
          key,
          cells: [name, ...parts.map(common.number), common.number(sum(parts))],
        })),
      }}
    >
      {roles.length === 0 ? null : (
        <BarChart
          rows={rows.map(({ role, parts }) => ({
            key: role,
            label: ROLE_WORDS[role],
            parts,
            value: common.number(sum(parts)),
          }))}
        />
      )}
    </ChartFigure>
  );
}

/** 'Pekerjaan'. */
export function WorkTab({ filters }: { filters: Filters }) {
  const read = useWorkReport(filters);
  return (
    <ReportPart read={read}>
      {(report) => {
        const kinds = kindsOf(report);
        const span = report.admission ?? report.billing;
        return (
          <Stack>
            {span === null ? null : <Quiet $small>{common.span(span.from, span.to)}</Quiet>}
            {report.unavailable.map((owner) => (
              <LoadFailed
                key={owner}
                title={copy.missing[owner]}
                retrying={read.isFetching}
                onRetry={() => void read.refetch()}
              />
            ))}
            {kinds.map((work) => (
              <Card key={work.kind}>
                <Stack $gap={8}>
                  <WaitFigure work={work} />
                  <Waiting kind={work.kind} oldest_at={work.oldest_at} />
                </Stack>
              </Card>
            ))}
            {kinds.length === 0 ? null : (
              <Card>
                <ByRole kinds={kinds} />
              </Card>
            )}
          </Stack>
        );
      }}
    </ReportPart>
  );
}
