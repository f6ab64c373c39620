import { MESSAGE_KIND_LABELS } from '@gerbang/contracts/message-kinds.copy';
import { invoiceTone } from '@gerbang/domain/billing-tones';
import { INVOICE_LABELS } from '@gerbang/domain/invoices';
import { messageTrouble } from '@gerbang/domain/message-errors';
import { MESSAGE_STATUS_LABELS, MESSAGE_TONES } from '@gerbang/domain/messages';
import { PAPER_LABELS } from '@gerbang/domain/papers';
import { Quiet, Row, Text } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { SummaryList } from '@gerbang/ui/summary-list';
import { formatDateShort, formatDayText, formatMoment, formatRupiah } from '@gerbang/web-kit/page/format';
import { Link } from '@gerbang/web-kit/page/router';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { useFamilyMessages, useFamilyPapers, type useFamilyInvoices } from './families.api.ts';
import { familyCopy as copy } from './families.copy.ts';
import { Lines, ReadPart } from './family-parts.tsx';

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

/** Receipts and letters that the school has given out. */
export function FamilyPapers({ familyId }: { familyId: string }) {
  return (
    <ReadPart
      title={copy.papers}
      of={useFamilyPapers(familyId)}
      texts={{ loading: copy.papersLoading, failed: copy.papersFailed, empty: copy.noPapers }}
    >
      {(rows) => (
        <Lines>
          {rows.map(({ id, kind, number, child_name, issued_on, amount, revoked_at }) => (
            <li key={id}>
              <Row $justify="between" $align="center">
                <Text>{PAPER_LABELS[kind]}</Text>
                {revoked_at === null ? null : <StatusTag tone="danger">{copy.revoked}</StatusTag>}
              </Row>
              <Quiet $small $figures>
                {[
                  number,
                  child_name,
                  formatDateShort(issued_on),
                  amount === null ? null : formatRupiah(amount),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Quiet>
            </li>
          ))}
        </Lines>
      )}
    </ReadPart>
  );
}

/** The last messages to the family, and what became of each. */
export function FamilyMessages({ familyId }: { familyId: string }) {
  return (
    <ReadPart
      title={copy.messages}
      of={useFamilyMessages(familyId)}
      texts={{ loading: copy.messagesLoading, failed: copy.messagesFailed, empty: copy.noMessages }}
    >
      {(rows) => (
        <Lines>
          {rows.map((one) => (
            <li key={one.id}>
              <Row $justify="between" $align="center">
                <Link to={`/admin/messages?id=${one.id}`}>{MESSAGE_KIND_LABELS[one.kind]}</Link>
                <StatusTag tone={MESSAGE_TONES[one.status]}>
                  {one.read_at === null ? MESSAGE_STATUS_LABELS[one.status] : copy.read}
                </StatusTag>
              </Row>
              <Quiet $small $figures>
                {[formatMoment(one.created_at), messageTrouble(one)?.cause].filter(Boolean).join(' · ')}
              </Quiet>
            </li>
          ))}
        </Lines>
      )}
    </ReadPart>
  );
}
