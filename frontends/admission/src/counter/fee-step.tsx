import type { CounterCard } from '@gerbang/contracts/counter';
import { getFeeReceipt } from '@gerbang/contracts/papers';
import { PAYMENT_LABELS } from '@gerbang/domain/registration-payments';
import { takesFee } from '@gerbang/domain/registration-stages';
import { paymentTone } from '@gerbang/domain/status-tones';
import { Button } from '@gerbang/ui/button';
import { FormSection } from '@gerbang/ui/form-section';
import { Quiet, Row } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { formatRupiah, levelText } from '@gerbang/web-kit/page/format';
import { lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { Suspense, useState } from 'react';
import { Lines } from '../families/family-parts.tsx';
import { TakeCashDialog } from '../registration-payments/take-cash-dialog.tsx';
import { useSchool } from '@gerbang/web-kit/api/school';
import { counterCopy as copy } from './counter.copy.ts';

const StaffDocuments = lazySheet(() =>
  import('../document-reviews/staff-documents.tsx').then((file) => file.StaffDocuments),
);

/** The address of the PDF of a fee's receipt. */
const receiptOf = (id: string) => getFeeReceipt.path.replace('{id}', id);
const ignore = () => undefined;

/** What each registration costs and lacks: its fee in cash, its receipt, and its documents on the family's behalf. */
export function FeeStep({
  family: { children, registrations },
  onTaken,
}: {
  family: CounterCard;
  /** The fee of a registration is verified. */
  onTaken: (id: string) => void;
}) {
  const [taking, setTaking] = useState<string | null>(null);
  const [papers, setPapers] = useState<string | null>(null);
  const { data: school } = useSchool();
  const takes = useCan('invoices.take_cash');
  const [prints, collects] = [useCan('papers.fee_receipt'), useCan('documents.read')];
  const nameOf = (id: string) => children.find((child) => child.id === id)?.full_name ?? '';
  const taken = registrations.find(({ id }) => id === taking);
  return (
    <FormSection title={copy.steps.fee}>
      {registrations.length === 0 ? <Quiet>{copy.noFee}</Quiet> : null}
      <Lines>
        {registrations.map((one) => {
          const { id, payment_status: status, payment_amount: amount, fee_asked: rest } = one;
          const name = nameOf(one.child_id);
          const owes = rest !== undefined || (amount > 0 && takesFee(one.current_stage, status));
          return (
            <li key={id}>
              <Row $justify="between" $align="center">
                <span>
                  <strong>{name}</strong>
                  <Quiet $small $figures>
                    {one.registration_number} · {levelText(one.jenjang, one.kelas)} · {one.academic_year}
                  </Quiet>
                  <Quiet $small $figures>
                    {copy.fee(formatRupiah(amount))}
                    {rest === undefined ? null : ` · ${copy.rest(formatRupiah(rest))}`}
                  </Quiet>
                </span>
                <StatusTag tone={paymentTone(status, 'staff')}>{PAYMENT_LABELS[status]}</StatusTag>
              </Row>
              <Row>
                {takes && owes ? (
                  <Button small aria-label={copy.cashFor(name)} onClick={() => setTaking(id)}>
                    {copy.cash}
                  </Button>
                ) : null}
                {prints && status === 'verified' && amount > 0 ? (
                  <a href={receiptOf(id)} target="_blank" rel="noreferrer" aria-label={copy.receiptOf(name)}>
                    {copy.receipt}
                  </a>
                ) : null}
                {collects && school?.documents !== undefined ? (
                  <Button
                    small
                    variant="ghost"
                    aria-expanded={papers === id}
                    aria-label={copy.documentsOf(name)}
                    onClick={() => setPapers(papers === id ? null : id)}
                  >
                    {copy.documents}
                  </Button>
                ) : null}
              </Row>
              {papers === id ? (
                <Suspense fallback={null}>
                  <StaffDocuments registrationId={id} onBusy={ignore} />
                </Suspense>
              ) : null}
            </li>
          );
        })}
      </Lines>
      {taken ? (
        <TakeCashDialog
          registration={{ ...taken, child: { full_name: nameOf(taken.child_id) } }}
          onTaken={() => onTaken(taken.id)}
          onClose={() => setTaking(null)}
        />
      ) : null}
    </FormSection>
  );
}
