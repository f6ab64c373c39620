import type { StaffWithdrawal } from '@gerbang/contracts/withdrawals';
import { actorText } from '@gerbang/domain/roles';
import { WITHDRAWAL_CHECKS, WITHDRAWAL_LABELS, WITHDRAWAL_REASONS } from '@gerbang/domain/withdrawals';
import { Stack } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { SummaryList } from '@gerbang/ui/summary-list';
import { formatMoment, formatRupiah, levelText } from '@gerbang/web-kit/page/format';
import { detailCopy as copy } from './staff-withdrawals.copy.ts';

/** How a withdrawal stands. */
export function WithdrawalStatus({ status }: Pick<StaffWithdrawal, 'status'>) {
  return (
    <StatusTag tone={status === 'requested' ? 'attention' : 'neutral'}>{WITHDRAWAL_LABELS[status]}</StatusTag>
  );
}

const fact = (label: string, value: string | null | undefined) => (value ? [{ label, value }] : []);

/** What was asked, by whom, what the school decided, and what follows when it agrees. */
export function WithdrawalFacts({ of }: { of: StaffWithdrawal }) {
  const { lines, total } = of.refundable;
  const paid = lines.reduce((sum, line) => sum + line.paid, 0);
  return (
    <Stack $gap={12}>
      <div>
        <WithdrawalStatus status={of.status} />
      </div>
      <SummaryList
        rows={[
          { label: copy.child, value: `${of.child_name} · ${levelText(of.jenjang, of.kelas)}` },
          { label: copy.made, value: formatMoment(of.created_at) },
          {
            label: copy.by,
            value: of.asked_by === 'family' ? copy.family : copy.forFamily(actorText(of.by)),
          },
          ...fact(copy.checked, of.checked?.map((check) => WITHDRAWAL_CHECKS[check]).join(', ')),
          { label: copy.reason, value: WITHDRAWAL_REASONS[of.reason_code] },
          ...fact(copy.note, of.note),
          { label: copy.back, value: `${formatRupiah(total)} dari ${formatRupiah(paid)}` },
          ...fact(copy.objected, of.objected_at && formatMoment(of.objected_at)),
          ...fact(copy.decidedBy, of.decided_by && actorText(of.decided_by)),
          ...fact(copy.decision, of.decided_reason),
        ]}
      />
      {of.follows.length > 0 ? (
        <>
          <h3>{copy.follows}</h3>
          <ul>
            {of.follows.map(({ kind, text }) => (
              <li key={kind}>{text}</li>
            ))}
          </ul>
        </>
      ) : null}
    </Stack>
  );
}
