import type { Family } from '@gerbang/contracts/families';
import { getReceipt } from '@gerbang/contracts/invoice-payments';
import { getFeeReceipt, getLetter, type listPapers } from '@gerbang/contracts/papers';
import { MESSAGE_KIND_LABELS } from '@gerbang/contracts/message-kinds.copy';
import { invoiceTone } from '@gerbang/domain/billing-tones';
import { INVOICE_LABELS } from '@gerbang/domain/invoices';
import { isLiveStage } from '@gerbang/domain/live-stages';
import { messageTrouble } from '@gerbang/domain/message-errors';
import { MESSAGE_STATUS_LABELS, MESSAGE_TONES } from '@gerbang/domain/messages';
import { PAPER_LABELS } from '@gerbang/domain/papers';
import { Quiet, Row, Text } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { SummaryList } from '@gerbang/ui/summary-list';
import type { CallOutput } from '@gerbang/web-kit/api/client';
import { formatDateShort, formatDayText, formatMoment, formatRupiah } from '@gerbang/web-kit/page/format';
import { Link } from '@gerbang/web-kit/page/router';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { useFamilyMessages, useFamilyPapers, type useFamilyInvoices } from './families.api.ts';
import { familyCopy as copy } from './families.copy.ts';
import { Lines, Part, ReadPart } from './family-parts.tsx';

type Paper = CallOutput<typeof listPapers>[number];

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

/** Where the PDF of a paper is; undefined where it has none any more, or stands with its refund. */
function addressOf({ kind, registration_id, payment_id, confirmation_id, revoked_at }: Paper) {
  if (revoked_at !== null || kind === 'refund') return undefined;
  if (kind === 'fee_receipt') return getFeeReceipt.path.replace('{id}', registration_id);
  return kind === 'invoice_receipt'
    ? payment_id && getReceipt.path.replace('{id}', payment_id)
    : confirmation_id && getLetter.path.replace('{id}', confirmation_id);
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
          {rows.map((paper) => (
            <PaperLine key={paper.id} paper={paper} />
          ))}
        </Lines>
      )}
    </ReadPart>
  );
}

function PaperLine({ paper }: { paper: Paper }) {
  const { kind, number, child_name, issued_on, amount, revoked_at } = paper;
  const address = addressOf(paper);
  return (
    <li>
      <Row $justify="between" $align="center">
        <Text>{PAPER_LABELS[kind]}</Text>
        {revoked_at === null ? null : <StatusTag tone="danger">{copy.revoked}</StatusTag>}
      </Row>
      <Quiet $small $figures>
        {address ? (
          <a href={address} target="_blank" rel="noreferrer" aria-label={copy.openPaper(number)}>
            {number}
          </a>
        ) : (
          number
        )}
        {` · ${[child_name, formatDateShort(issued_on), amount === null ? null : formatRupiah(amount)]
          .filter(Boolean)
          .join(' · ')}`}
      </Quiet>
    </li>
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
        <>
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
          <Link to={`/admin/messages?recipient=${familyId}`}>{copy.allMessages}</Link>
        </>
      )}
    </ReadPart>
  );
}
