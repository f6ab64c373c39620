import type { Family } from '@gerbang/contracts/families';
import type { Refund } from '@gerbang/contracts/refund-shapes';
import { UNAPPLIED_CAUSE_LABELS } from '@gerbang/domain/bank-matches';
import { invoiceTone } from '@gerbang/domain/billing-tones';
import { INVOICE_LABELS } from '@gerbang/domain/invoices';
import { isLiveStage } from '@gerbang/domain/live-stages';
import { REFUND_CAUSES, REFUND_STATUS_LABELS, REFUND_TONES } from '@gerbang/domain/refunds';
import { Quiet, Row, Text } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { SummaryList } from '@gerbang/ui/summary-list';
import { formatDateShort, formatDayText, formatRupiah } from '@gerbang/web-kit/page/format';
import { Link } from '@gerbang/web-kit/page/router';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { type useFamilyInvoices, useFamilyRefunds, useFamilyUnapplied } from './families.api.ts';
import { familyCopy as copy } from './families.copy.ts';
import { Lines, Part, ReadPart } from './family-parts.tsx';

/** The registration fees of the children: paid, being checked, and owed for those whose way is not over. */
export function FamilyFees({ registrations }: Pick<Family, 'registrations'>) {
  const sum = (counts: (one: Family['registrations'][number]) => boolean) =>
    registrations.filter(counts).reduce((total, one) => total + one.payment_amount, 0);
  const checking = sum(({ payment_status }) => payment_status === 'paid');
  const owed = sum(
    ({ payment_status, current_stage }) =>
      (payment_status === 'pending' || payment_status === 'rejected') && isLiveStage(current_stage),
  );
  return (
    <Part title={copy.fees}>
      <SummaryList
        rows={[
          {
            label: copy.paid,
            value: formatRupiah(sum(({ payment_status }) => payment_status === 'verified')),
          },
          ...(checking > 0 ? [{ label: copy.checking, value: formatRupiah(checking) }] : []),
          { label: copy.owed, value: formatRupiah(owed) },
        ]}
      />
    </Part>
  );
}

/** What was billed and paid, and each invoice. */
export function FamilyMoney({ of }: { of: ReturnType<typeof useFamilyInvoices> }) {
  const cash = useCan('invoices.take_cash');
  return (
    <ReadPart
      title={copy.money}
      of={of}
      texts={{ loading: copy.moneyLoading, failed: copy.moneyFailed, empty: copy.noMoney }}
    >
      {(rows) => {
        const counting = rows.filter(({ status }) => status !== 'void');
        const sum = (field: 'total_amount' | 'amount_paid' | 'remaining') =>
          formatRupiah(counting.reduce((total, one) => total + one[field], 0));
        return (
          <>
            <SummaryList
              rows={[
                { label: copy.billed, value: sum('total_amount') },
                { label: copy.paid, value: sum('amount_paid') },
                { label: copy.owed, value: sum('remaining') },
              ]}
            />
            <Lines>
              {rows.map((one) => (
                <li key={one.id}>
                  <Row $justify="between" $align="center">
                    <Link to={`/admin/invoices?id=${one.id}`}>{one.invoice_number}</Link>
                    <StatusTag tone={invoiceTone(one.status, 'staff')}>
                      {INVOICE_LABELS[one.status]}
                    </StatusTag>
                  </Row>
                  <Quiet $small $figures>
                    {one.child_name} · {one.installment_name} · {formatRupiah(one.total_amount)} ·{' '}
                    {copy.due(formatDayText(one.due_date))}
                  </Quiet>
                  {cash && one.status !== 'void' && one.remaining > 0 ? (
                    <Link
                      to={`/admin/invoices?id=${one.id}`}
                      state={{ cash: true }}
                      aria-label={copy.cashFor(one.invoice_number)}
                    >
                      {copy.cash}
                    </Link>
                  ) : null}
                </li>
              ))}
            </Lines>
          </>
        );
      }}
    </ReadPart>
  );
}

const IN_WORK: readonly Refund['status'][] = ['draft', 'requested', 'approved'];

/** What went back to the family or is to go back, and each refund. */
export function FamilyRefunds({ familyId }: { familyId: string }) {
  return (
    <ReadPart
      title={copy.refunds}
      of={useFamilyRefunds(familyId)}
      texts={{ loading: copy.refundsLoading, failed: copy.refundsFailed, empty: copy.noRefunds }}
    >
      {(rows) => {
        const sum = (counts: (status: Refund['status']) => boolean) =>
          formatRupiah(rows.reduce((total, one) => total + (counts(one.status) ? one.total : 0), 0));
        return (
          <>
            <SummaryList
              rows={[
                { label: copy.givenBack, value: sum((status) => status === 'paid') },
                { label: copy.toGiveBack, value: sum((status) => IN_WORK.includes(status)) },
              ]}
            />
            <Lines>
              {rows.map(({ id, number, status, registration, cause, total }) => (
                <li key={id}>
                  <Row $justify="between" $align="center">
                    <Link to={`/admin/refunds?id=${id}`}>{number}</Link>
                    <StatusTag tone={REFUND_TONES[status]}>{REFUND_STATUS_LABELS[status]}</StatusTag>
                  </Row>
                  <Quiet $small $figures>
                    {registration.child_name} · {REFUND_CAUSES[cause]} · {formatRupiah(total)}
                  </Quiet>
                </li>
              ))}
            </Lines>
          </>
        );
      }}
    </ReadPart>
  );
}

/** Money that is known to be of the family and pays nothing yet. */
export function FamilyUnapplied({ familyId }: { familyId: string }) {
  return (
    <ReadPart
      title={copy.unapplied}
      of={useFamilyUnapplied(familyId)}
      texts={{ loading: copy.unappliedLoading, failed: copy.unappliedFailed, empty: copy.noUnapplied }}
    >
      {(rows) => (
        <>
          <SummaryList
            rows={[
              {
                label: copy.unappliedSum,
                value: formatRupiah(rows.reduce((total, { amount }) => total + amount, 0)),
              },
            ]}
          />
          <Lines>
            {rows.map(({ id, amount, cause, line, reversed_payment, asked_for, created_at }) => (
              <li key={id}>
                <Row $justify="between" $align="center">
                  <Text $figures>{formatRupiah(amount)}</Text>
                  <StatusTag tone="attention">{UNAPPLIED_CAUSE_LABELS[cause]}</StatusTag>
                </Row>
                <Quiet $small $figures>
                  {[
                    asked_for?.child_name,
                    asked_for?.number ?? reversed_payment?.number,
                    copy.came(formatDateShort(line?.booked_on ?? created_at)),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </Quiet>
              </li>
            ))}
          </Lines>
          <Link to="/admin/bank?bagian=funds&status=open">{copy.allUnapplied}</Link>
        </>
      )}
    </ReadPart>
  );
}
