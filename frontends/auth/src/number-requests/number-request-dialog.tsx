import { RequestDialog } from '@gerbang/web-kit/desk/request-dialog.tsx';
import type { User } from '@gerbang/contracts/users';
import type { NumberRequest } from '@gerbang/contracts/number-requests';
import { can } from '@gerbang/domain/abilities';
import {
  NUMBER_CHECK_LABELS,
  NUMBER_FAILURE_LABELS,
  refuseNumberDecision,
} from '@gerbang/domain/number-requests';
import { ROLE_WORDS } from '@gerbang/domain/roles';
import { Banner } from '@gerbang/ui/banner';
import { formatMoment, formatPhone } from '@gerbang/web-kit/page/format';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { useNumberRequestChanges } from './number-requests.api.ts';
import { decideCopy as copy } from './number-requests.copy.ts';
import { nameOf, NumberRequestTag } from './number-request-parts.tsx';

const byLine = (by: NumberRequest['opened_by'], at: string) =>
  copy.by(nameOf(by), ROLE_WORDS[by.role], formatMoment(at));

function rowsOf(one: NumberRequest) {
  const { account, decided_by, decided_at, counts_at, ended_at } = one;
  return [
    { label: copy.account, value: nameOf(account) },
    { label: copy.role, value: ROLE_WORDS[account.role] },
    { label: copy.email, value: account.email },
    { label: copy.oldPhone, value: account.phone },
    { label: copy.phone, value: formatPhone(one.phone) },
    { label: copy.checked, value: one.checked.map((check) => NUMBER_CHECK_LABELS[check]).join('; ') },
    { label: copy.opened, value: byLine(one.opened_by, one.opened_at) },
    ...(decided_by && decided_at ? [{ label: copy.decided, value: byLine(decided_by, decided_at) }] : []),
    ...(counts_at ? [{ label: copy.countsAt, value: formatMoment(counts_at) }] : []),
    ...(one.note === null ? [] : [{ label: copy.note, value: one.note }]),
    ...(ended_at ? [{ label: copy.ended, value: formatMoment(ended_at) }] : []),
    ...(one.failure ? [{ label: copy.failure, value: NUMBER_FAILURE_LABELS[one.failure] }] : []),
  ];
}

/** What the state asks of the reader, above the facts. */
function Notes({
  of: { status, counts_at, account },
  refusal,
}: {
  of: NumberRequest;
  refusal: string | null;
}) {
  return (
    <>
      {status === 'approved' && counts_at ? (
        <Banner tone="info">
          {copy.waits(formatMoment(counts_at))} {account.phone === null ? null : copy.toldAlready}
        </Banner>
      ) : null}
      {status === 'stopped' ? <Banner tone="attention">{copy.stopped}</Banner> : null}
      {status === 'open' && account.phone === null ? <Banner tone="attention">{copy.untold}</Banner> : null}
      {refusal === null ? null : <Banner tone="info">{refusal}</Banner>}
    </>
  );
}

/** A request; while it is open, an administrator who did not open it approves or refuses it. */
export function NumberRequestDialog({
  of: one,
  actor,
  onClose,
}: {
  of: NumberRequest;
  actor: User;
  onClose: () => void;
}) {
  const { decide } = useNumberRequestChanges();
  const { send, pending } = useDecision(decide, {
    done: ({ status, counts_at }) =>
      status === 'approved' && counts_at
        ? [copy.approved, copy.approvedText(formatMoment(counts_at))]
        : [copy.refused, copy.refusedText],
    failed: copy.failed,
    onClose,
  });
  const decides = one.status === 'open' && can(actor.role, 'number_requests.decide');
  const refusal = decides
    ? refuseNumberDecision(actor.id, { openedBy: one.opened_by.id, accountId: one.account.id })
    : null;
  return (
    <RequestDialog
      copy={{ ...copy, refuseReason: copy.note }}
      status={<NumberRequestTag status={one.status} />}
      above={<Notes of={one} refusal={refusal?.message ?? null} />}
      rows={rowsOf(one)}
      decides={decides && refusal === null}
      question={
        <>
          <p>
            <strong>{nameOf(one.account)}</strong>
          </p>
          <p>{copy.approveNumber(formatPhone(one.phone))}</p>
          <p>{one.account.phone === null ? copy.untold : copy.told}</p>
        </>
      }
      reasonMax={500}
      pending={pending}
      onApprove={() => send({ id: one.id, body: { decision: 'approved' } })}
      onRefuse={(note) => send({ id: one.id, body: { decision: 'refused', note } })}
      onClose={onClose}
    />
  );
}
