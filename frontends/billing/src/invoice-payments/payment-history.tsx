import type { InvoicePayment } from '@gerbang/contracts/invoice-payments';
import { CardTitle } from '@gerbang/ui/card';
import { PAYMENT_METHOD_LABELS } from '@gerbang/domain/invoice-payments';
import type { Viewer } from '@gerbang/domain/status-tones';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Skeleton } from '@gerbang/ui/skeleton';
import { SummaryList } from '@gerbang/ui/summary-list';
import { formatDayText, formatMoment, formatRupiah } from '@gerbang/web-kit/page/format';
import { IconLink, Quiet, Row, Stack, Text } from '@gerbang/ui/layout';
import { ExternalLink, History, Landmark } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { useInvoicePayments } from '../billing.api.ts';
import { VerificationTag, ReceiptPdf, invoicesCopy as copy } from '../invoices/invoice-parts.tsx';

const List = styled.ol`
  display: grid;
  gap: 12px;
  > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
    padding: 12px 16px;
    border: 1px solid var(--border-subtle);
    border-radius: 14px;
  }
`;

const FromBank = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-height: 44px;
  color: var(--text-secondary);
`;

/**
 * The payments of an invoice, newest first, with each one's state, proof and receipt. `actions` = what staff may do with a
 * payment; `proof` = how they open one.
 */
export function PaymentHistory({
  invoiceId,
  viewer,
  actions,
  proof,
}: {
  invoiceId: string;
  viewer: Viewer;
  actions?: (payment: InvoicePayment) => ReactNode;
  proof?: (payment: InvoicePayment) => ReactNode;
}) {
  const payments = useInvoicePayments(invoiceId);
  const heading = useId();
  return (
    <Stack as="section" $gap={12} aria-labelledby={heading}>
      <CardTitle as="h3" id={heading}>
        {copy.history}
      </CardTitle>
      {payments.data ? (
        payments.data.length === 0 ? (
          <p>{copy.historyEmpty}</p>
        ) : (
          <List>
            {payments.data.map((payment) => (
              <li key={payment.id}>
                <Entry payment={payment} viewer={viewer} proof={proof} />
                {actions?.(payment)}
              </li>
            ))}
          </List>
        )
      ) : payments.isError ? (
        <Banner tone="danger" role="alert">
          <Stack $gap={8} $items="start">
            {copy.historyFailed}
            <Button
              small
              variant="secondary"
              pending={payments.isFetching}
              onClick={() => void payments.refetch()}
            >
              {copy.retry}
            </Button>
          </Stack>
        </Banner>
      ) : (
        <Skeleton lines={3} label={copy.historyLoading} />
      )}
    </Stack>
  );
}

function Entry({
  payment,
  viewer,
  proof,
}: {
  payment: InvoicePayment;
  viewer: Viewer;
  proof?: (payment: InvoicePayment) => ReactNode;
}) {
  const by = (person: InvoicePayment['created_by'] | null, at: string | null) =>
    person && at ? copy.person(person.name ?? '-', formatMoment(at)) : null;
  const verified = by(payment.verified_by_user, payment.verified_at);
  const rejected = by(payment.rejected_by_user, payment.rejected_at);
  const { reversal } = payment;
  const rows = [
    { label: copy.paidOn, value: formatDayText(payment.payment_date) },
    { label: copy.method, value: PAYMENT_METHOD_LABELS[payment.payment_method] },
    ...(payment.bank_info ? [{ label: copy.bank, value: payment.bank_info }] : []),
    { label: copy.sentBy, value: by(payment.created_by, payment.created_at) },
    ...(verified ? [{ label: copy.verifiedBy, value: verified }] : []),
    ...(rejected ? [{ label: copy.rejectedBy, value: rejected }] : []),
    ...(reversal ? [{ label: copy.reversedBy, value: by(reversal.by, reversal.at) }] : []),
  ];
  return (
    <>
      <Row $align="center" $justify="between" $gap={4} $apart={12}>
        <Text as="strong" $figures>
          {formatRupiah(payment.amount_paid)}
        </Text>
        <VerificationTag status={payment.verification_status} viewer={viewer} />
      </Row>
      {payment.rejection_reason ? (
        <Banner tone="danger">
          <strong>{copy.reason}</strong>
          <p>{payment.rejection_reason}</p>
        </Banner>
      ) : null}
      {reversal ? (
        <Banner tone="attention">
          <strong>{copy.reversed}</strong>
          <p>{reversal.reason}</p>
        </Banner>
      ) : null}
      {payment.moved ? <Quiet>{copy.moved}</Quiet> : null}
      <SummaryList rows={rows} />
      <Row $gap={0} $apart={20}>
        {payment.from_bank ? (
          <FromBank>
            <Landmark size={18} aria-hidden="true" />
            {copy.fromBank}
          </FromBank>
        ) : null}
        {payment.payment_evidence_url === null ? null : proof ? (
          proof(payment)
        ) : (
          <IconLink href={payment.payment_evidence_url} target="_blank" rel="noreferrer">
            <ExternalLink size={18} aria-hidden="true" />
            {copy.proof}
          </IconLink>
        )}
        {(payment.previous_proofs ?? []).map(({ url, replaced_at, replaced_by }) => (
          <IconLink key={url} href={url} target="_blank" rel="noreferrer">
            <History size={18} aria-hidden="true" />
            {copy.previousProof(replaced_by.name ?? '-', formatMoment(replaced_at))}
          </IconLink>
        ))}
        {payment.receipt_number && !reversal ? (
          <ReceiptPdf id={payment.id} number={payment.receipt_number} />
        ) : null}
      </Row>
    </>
  );
}
