import { MESSAGE_KIND_LABELS } from '@gerbang/contracts/message-kinds.copy';
import type { MessagesReport } from '@gerbang/contracts/reports';
import { can } from '@gerbang/domain/abilities';
import { MESSAGE_OUTCOME_LABELS, MESSAGE_OUTCOMES } from '@gerbang/domain/reports';
import { Card } from '@gerbang/ui/card';
import { ChartFigure } from '@gerbang/ui/chart-frame';
import { BarChart, ColumnChart } from '@gerbang/ui/charts';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { Link } from '@gerbang/web-kit/page/router';
import { useSession } from '@gerbang/web-kit/session/session';
import { type Filters, useMessagesReport } from './reports.api.ts';
import { messagesCopy as copy, reportsCopy as common } from './reports.copy.ts';
import { Money, ReportPart } from './report-part.tsx';

type Outcomes = MessagesReport['total']['outcomes'];

const NAMES = MESSAGE_OUTCOMES.map((outcome) => MESSAGE_OUTCOME_LABELS[outcome]);
const partsOf = (outcomes: Outcomes) => MESSAGE_OUTCOMES.map((outcome) => outcomes[outcome]);

/** How far the messages of each day came. */
export function MessagesFigure({ report }: { report: MessagesReport }) {
  const { total, columns, grain, cost } = report;
  const filled = columns.filter(({ count }) => count > 0);
  return (
    <ChartFigure
      title={copy.title}
      legend={NAMES}
      note={cost === null ? null : <Money amount={cost.amount} />}
      sentence={
        total.count === 0 ? (
          copy.none
        ) : (
          <>
            {copy.sentence(total.count, total.outcomes.read, common.percent(total.share_failed))}
            {cost === null
              ? ''
              : ` ${copy.cost(formatRupiah(cost.amount), cost.messages, formatRupiah(cost.price))}`}
          </>
        )
      }
      table={{
        head: [copy.start[grain], ...NAMES, copy.count],
        rows: filled.map(({ start, count, outcomes }) => ({
          key: start,
          cells: [
            common.startText(grain, start),
            ...partsOf(outcomes).map(common.number),
            common.number(count),
          ],
        })),
      }}
    >
      {total.count === 0 || columns.length === 1 ? null : (
        <ColumnChart
          rows={columns.map(({ start, count, outcomes }) => ({
            key: start,
            label: common.startText(grain, start),
            parts: partsOf(outcomes),
            value: common.number(count),
          }))}
        />
      )}
    </ChartFigure>
  );
}

/** The messages of each kind, a link to them where the role may open the list. */
function ByKind({ report: { kinds, from, to }, listed }: { report: MessagesReport; listed: boolean }) {
  const [most] = kinds;
  if (!most) return null;
  const nameOf = (kind: typeof most.kind, focusable: boolean) =>
    listed ? (
      <Link to={`/admin/messages?kind=${kind}&from=${from}&to=${to}`} {...(!focusable && { tabIndex: -1 })}>
        {MESSAGE_KIND_LABELS[kind]}
      </Link>
    ) : (
      MESSAGE_KIND_LABELS[kind]
    );
  return (
    <Card>
      <ChartFigure
        title={copy.byKind}
        legend={NAMES}
        sentence={copy.byKindSentence(MESSAGE_KIND_LABELS[most.kind], most.count)}
        table={{
          head: [copy.kind, ...NAMES, copy.count, copy.failed],
          rows: kinds.map(({ kind, count, outcomes, share_failed }) => ({
            key: kind,
            cells: [
              nameOf(kind, true),
              ...partsOf(outcomes).map(common.number),
              common.number(count),
              common.percent(share_failed),
            ],
          })),
        }}
      >
        <BarChart
          rows={kinds.map(({ kind, count, outcomes, share_failed }) => ({
            key: kind,
            // The picture is hidden from screen readers; the table has the same links.
            label: nameOf(kind, false),
            parts: partsOf(outcomes),
            value: common.number(count),
            note: share_failed ? copy.failedShort(common.percent(share_failed)) : '',
          }))}
        />
      </ChartFigure>
    </Card>
  );
}

/** 'Pesan'. */
export function MessagesTab({ filters }: { filters: Filters }) {
  const { user } = useSession();
  const listed = user ? can(user.role, 'messages.watch') : false;
  return (
    <ReportPart read={useMessagesReport(filters)}>
      {(report) => (
        <Stack>
          <Quiet $small>{common.span(report.from, report.to)}</Quiet>
          <Card>
            <Stack $gap={8}>
              <MessagesFigure report={report} />
              {listed && report.total.outcomes.failed > 0 ? (
                <div>
                  <Link to={`/admin/messages?status=failed&from=${report.from}&to=${report.to}`}>
                    {copy.openFailed}
                  </Link>
                </div>
              ) : null}
            </Stack>
          </Card>
          <ByKind report={report} listed={listed} />
        </Stack>
      )}
    </ReportPart>
  );
}
