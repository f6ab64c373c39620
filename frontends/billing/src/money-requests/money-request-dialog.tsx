import type { MoneyRequest } from '@gerbang/contracts/money-requests';
import { MONEY_FIGURES, MONEY_REQUEST_LABELS } from '@gerbang/domain/money-requests';
import { AlertDialog } from '@gerbang/ui/alert-dialog';
import { Alert } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { FiguresTable } from '@gerbang/ui/figures-table';
import { Quiet } from '@gerbang/ui/layout';
import { SummaryList } from '@gerbang/ui/summary-list';
import { messageOf } from '@gerbang/web-kit/api/client';
import { useDecision, useRepeatKey } from '@gerbang/web-kit/api/use-decision';
import { formatDayText, formatMoment, formatRupiah } from '@gerbang/web-kit/page/format';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { useState } from 'react';
import { useRequestDecisions } from './money-requests.api.ts';
import { copy } from './money-requests.copy.ts';
import { MoneyRequestTag } from './money-request-parts.tsx';

type Figure = MoneyRequest['figures'][number];

/** One side of a figure: its amount, with the due day where that changes too. */
const sideOf = (amount: number | null, due: string | null | undefined): string =>
  [amount === null ? '-' : formatRupiah(amount), due && formatDayText(due)].filter(Boolean).join(' · ');

const rowOf = ({ figure, of, before, after, due_before, due_after }: Figure) => ({
  key: `${figure} ${of ?? ''}`,
  cells: [
    [MONEY_FIGURES[figure], of].filter(Boolean).join(' · '),
    sideOf(before, due_before),
    sideOf(after, due_after),
  ],
});

const personOf = ({ name }: MoneyRequest['asked_by'], at: string) =>
  copy.person(name ?? '-', formatMoment(at));

/** A request with both sides beside each other; while it waits, another person agrees to it or withdraws it. */
export function MoneyRequestDialog({ of, onClose }: { of: MoneyRequest; onClose: () => void }) {
  const decides = useCan('money_requests.decide') && of.status === 'waits';
  const [asked, setAsked] = useState<'approve' | 'withdraw' | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const keyOf = useRepeatKey();
  const { approve, withdraw } = useRequestDecisions();
  const outcome = (done: string) => ({
    done: [copy.success, done] as const,
    failed: copy.failed,
    onClose,
    onFailure: (error: Error) => {
      setAsked(null);
      setRefusal(messageOf(error));
    },
  });
  const approval = useDecision(approve, outcome(copy.approved));
  const withdrawal = useDecision(withdraw, outcome(copy.withdrawn));
  if (asked !== null) {
    const isApproval = asked === 'approve';
    return (
      <AlertDialog
        destructive={!isApproval}
        title={isApproval ? copy.approveTitle : copy.withdrawTitle}
        confirmLabel={isApproval ? copy.approve : copy.withdraw}
        pending={approval.pending || withdrawal.pending}
        pendingLabel={copy.pending}
        onConfirm={() =>
          isApproval ? approval.send({ of, key: keyOf([of.id, of.version]) }) : withdrawal.send({ of })
        }
        onCancel={() => setAsked(null)}
      >
        {isApproval ? copy.approveText : copy.withdrawText}
      </AlertDialog>
    );
  }
  return (
    <Dialog title={MONEY_REQUEST_LABELS[of.kind]} wide onClose={onClose}>
      <div>
        <MoneyRequestTag status={of.status} />
      </div>
      <FiguresTable caption={copy.both} table={{ head: copy.heads, rows: of.figures.map(rowOf) }} />
      <SummaryList
        rows={[
          ...of.registrations.map(({ id, child_name, number }) => ({
            key: id,
            label: copy.child,
            value: `${child_name} · ${number}`,
          })),
          { label: copy.reason, value: of.reason },
          { label: copy.askedBy, value: personOf(of.asked_by, of.asked_at) },
          ...(of.decided_by && of.decided_at
            ? [{ label: copy.decidedBy, value: personOf(of.decided_by, of.decided_at) }]
            : []),
        ]}
      />
      {of.status === 'waits' && !decides ? <Quiet>{copy.reader}</Quiet> : null}
      {decides && of.own ? <Quiet>{copy.own}</Quiet> : null}
      <Alert>{refusal}</Alert>
      <DialogActions>
        <Button variant="secondary" onClick={decides ? () => setAsked('withdraw') : onClose}>
          {decides ? copy.withdraw : copy.close}
        </Button>
        {decides && !of.own ? <Button onClick={() => setAsked('approve')}>{copy.approve}</Button> : null}
      </DialogActions>
    </Dialog>
  );
}
