import { getOwnRefundPaper, type OwnRefund } from '@gerbang/contracts/own-refunds';
import {
  REFUND_BANKS,
  REFUND_KINDS,
  REFUND_OBJECTION_MAX,
  REFUND_STATUS_LABELS,
} from '@gerbang/domain/refunds';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Columns, Quiet, Row, Stack, Text } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { SummaryList } from '@gerbang/ui/summary-list';
import { addressOf } from '@gerbang/web-kit/api/address-of';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { ReasonDialog } from '@gerbang/web-kit/desk/reason-dialog.tsx';
import { PaperActions } from '@gerbang/web-kit/files/paper-actions.tsx';
import { formatDateLong, formatRupiah } from '@gerbang/web-kit/page/format';
import { useEffect, useRef, useState } from 'react';
import { AccountDialog } from './account-dialog.tsx';
import { useRefundObjection } from './own-refunds.api.ts';
import { objectionCopy, ownRefundsCopy as copy } from './own-refunds.copy.ts';
import { wayOf } from './refund-way.ts';

/** The lines of a refund in rupiah, what is deducted, and what goes back. */
function Lines({ of: { lines, deduct, total } }: { of: OwnRefund }) {
  return (
    <SummaryList
      rows={[
        ...lines.map(({ kind, number, paid, back }) => ({
          label: `${REFUND_KINDS[kind]} ${number}`,
          value: copy.part(formatRupiah(back), formatRupiah(paid)),
        })),
        ...(deduct > 0 ? [{ label: copy.deduct, value: copy.minus(formatRupiah(deduct)) }] : []),
        { label: copy.total, value: <strong>{formatRupiah(total)}</strong> },
      ]}
    />
  );
}

function Objection({ of, onClose }: { of: OwnRefund; onClose: () => void }) {
  const { send, pending } = useDecision(useRefundObjection(of.id), {
    done: objectionCopy.sent,
    failed: objectionCopy.failed,
    onClose,
    onFailure: () => {},
  });
  return (
    <ReasonDialog
      title={objectionCopy.title}
      hint={objectionCopy.hint}
      label={objectionCopy.text}
      required={objectionCopy.required}
      action={objectionCopy.send}
      variant="primary"
      maxLength={REFUND_OBJECTION_MAX}
      pending={pending}
      onSend={send}
      onClose={onClose}
    />
  );
}

/** One refund of the family: the way of its money, its figures, where it goes, and what the family may do about it. */
export function RefundCard({ of, isLinked }: { of: OwnRefund; isLinked: boolean }) {
  const [opened, setOpened] = useState<'account' | 'objection' | null>(null);
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isLinked) return;
    card.current?.focus({ preventScroll: true });
    card.current?.scrollIntoView?.({ block: 'start' });
  }, [isLinked]);
  const close = () => setOpened(null);
  const { account, may, registration, status } = of;
  return (
    <Stack as={Card} $gap={12} ref={card} tabIndex={-1} aria-label={`${copy.title} ${of.number}`}>
      <Row $justify="between" $align="start">
        <div>
          <CardTitle>{copy.title}</CardTitle>
          <Quiet $small $figures>
            {copy.about(of.number, registration.child_name)}
          </Quiet>
        </div>
        <StatusTag tone={status === 'paid' || status === 'moved' ? 'success' : 'neutral'}>
          {REFUND_STATUS_LABELS[status]}
        </StatusTag>
      </Row>
      <Text>{wayOf(of).join(' → ')}</Text>
      <Columns $from={1200} $tracks="minmax(0, 7fr) minmax(0, 5fr)" $gap={24}>
        <Lines of={of} />
        <Stack $gap={12}>
          {account ? (
            <SummaryList
              rows={[
                {
                  label: copy.account,
                  value: copy.accountOf(REFUND_BANKS[account.bank_code], account.number, account.owner),
                },
              ]}
            />
          ) : may.account ? (
            <Banner tone="attention">{copy.none}</Banner>
          ) : null}
          {of.objections.map(({ text, at }) => (
            <Quiet key={at} $lines>
              {copy.objected(formatDateLong(at), text)}
            </Quiet>
          ))}
          {may.account || may.object ? (
            <Row $gap={12}>
              {may.account ? (
                <Button variant={account ? 'secondary' : 'primary'} onClick={() => setOpened('account')}>
                  {account ? copy.change : copy.fill}
                </Button>
              ) : null}
              {may.object ? (
                <Button variant="ghost" onClick={() => setOpened('objection')}>
                  {copy.object}
                </Button>
              ) : null}
            </Row>
          ) : null}
          {status === 'paid' ? (
            <PaperActions
              address={addressOf(getOwnRefundPaper.path, { params: { id: of.id } })}
              label={copy.paper}
            />
          ) : null}
        </Stack>
      </Columns>
      {opened === 'account' ? <AccountDialog of={of} onClose={close} /> : null}
      {opened === 'objection' ? <Objection of={of} onClose={close} /> : null}
    </Stack>
  );
}
