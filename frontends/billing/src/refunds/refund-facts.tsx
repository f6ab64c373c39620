import type { Refund } from '@gerbang/contracts/refund-shapes';
import { REFUND_KINDS, REFUND_STEPS } from '@gerbang/domain/refunds';
import { actorText } from '@gerbang/domain/roles';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { FiguresTable } from '@gerbang/ui/figures-table';
import { CellLines, IconLink, Quiet, Stack, Text } from '@gerbang/ui/layout';
import { SummaryList } from '@gerbang/ui/summary-list';
import { Timeline } from '@gerbang/ui/timeline';
import { PaperActions } from '@gerbang/web-kit/files/paper-actions.tsx';
import { formatDayText, formatMoment, formatRupiah } from '@gerbang/web-kit/page/format';
import { toastFailure } from '@gerbang/web-kit/page/toast';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { FileText } from 'lucide-react';
import { accountText } from './refund-parts.tsx';
import { useWholeAccount } from './refunds.api.ts';
import { panelCopy as copy } from './refunds.copy.ts';

/** Before the money has left, or is to stay. */
const OPEN: ReadonlySet<Refund['status']> = new Set(['draft', 'requested', 'approved']);

const amountOf = (amount: number) => (
  <Text as="span" $whole>
    {formatRupiah(amount)}
  </Text>
);

const rowOf = ({ kind, target, number, paid, percent, rule_back: rule, back }: Refund['lines'][number]) => ({
  key: `${kind} ${target}`,
  cells: [
    <CellLines key="what">
      {REFUND_KINDS[kind]}
      <small>{number}</small>
      <small>{copy.paid(formatRupiah(paid))}</small>
    </CellLines>,
    rule === null ? (
      '-'
    ) : (
      <CellLines key="rule">
        {amountOf(rule)}
        {percent === null ? null : <small>{copy.percent(percent)}</small>}
      </CellLines>
    ),
    <CellLines key="back">
      <strong>{amountOf(back)}</strong>
      {rule === null || rule === back ? null : <small>{copy.differs}</small>}
    </CellLines>,
  ],
});

const personOf = (by: Refund['steps'][number]['by']) => (by === null ? copy.portal : actorText(by));

/** Where the money goes; its whole number by a press, which the trail keeps. */
function Account({ of: { id, account } }: { of: Refund }) {
  const handles = useCan('refunds.handle');
  const read = useWholeAccount(id);
  const shown = read.data?.account ?? account;
  if (!shown) return copy.noAccount;
  return (
    <>
      {accountText(shown)}
      {handles && !read.data ? (
        <Button
          small
          variant="ghost"
          pending={read.isPending}
          pendingLabel={copy.revealing}
          onClick={() =>
            read.mutate(undefined, { onError: (error) => toastFailure(copy.revealFailed, error) })
          }
        >
          {copy.reveal}
        </Button>
      ) : null}
    </>
  );
}

/** Everything that is known of a refund: objections, lines beside the rule, where it goes, and its way so far. */
export function RefundFacts({ of }: { of: Refund }) {
  const handles = useCan('refunds.handle');
  return (
    <Stack>
      {of.objections.map(({ text, at }) => (
        <Banner key={at} tone="attention">
          <strong>{copy.objected}</strong>
          <p>{text}</p>
          <p>{formatMoment(at)}</p>
        </Banner>
      ))}
      {of.account?.fits === null && OPEN.has(of.status) ? (
        <Banner tone="attention">{copy.otherOwner}</Banner>
      ) : null}
      <FiguresTable caption={copy.lines} table={{ head: copy.heads, rows: of.lines.map(rowOf) }} />
      <SummaryList
        rows={[
          ...(of.deduct > 0 ? [{ label: copy.deduct, value: formatRupiah(-of.deduct) }] : []),
          { label: copy.total, value: formatRupiah(of.total) },
          { label: copy.account, value: <Account of={of} /> },
          ...(of.account ? [{ label: copy.owner, value: of.account.owner }] : []),
          ...(of.reason === null ? [] : [{ label: copy.reason, value: of.reason }]),
          ...(of.paid_on === null ? [] : [{ label: copy.paidOn, value: formatDayText(of.paid_on) }]),
        ]}
      />
      {of.proof_url === null ? null : (
        <div>
          <IconLink href={of.proof_url} target="_blank" rel="noreferrer" aria-label={copy.openSlip}>
            <FileText size={18} aria-hidden="true" />
            {copy.slip}
          </IconLink>
        </div>
      )}
      {of.status === 'paid' && handles ? (
        <PaperActions address={`/api/admin/refunds/${of.id}/paper`} label={copy.paper} />
      ) : null}
      <h3>{copy.steps}</h3>
      <Timeline
        label={copy.steps}
        entries={of.steps.map(({ step, at, by, reason }) => ({
          key: `${step} ${at}`,
          title: REFUND_STEPS[step],
          children: (
            <>
              <Quiet $small $figures>
                {personOf(by)}, {formatMoment(at)}
              </Quiet>
              {reason === null ? null : <p>{reason}</p>}
            </>
          ),
        }))}
      />
    </Stack>
  );
}
