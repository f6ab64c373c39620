import type { Family } from '@gerbang/contracts/families';
import type { StaffInvoice } from '@gerbang/contracts/invoices';
import { registrationWait, REQUEST_WAITS } from '@gerbang/domain/families';
import { PAYMENT_LABELS } from '@gerbang/domain/registration-payments';
import { STAFF_STAGE_LABELS } from '@gerbang/domain/registration-stages';
import { paymentTone, stageTone } from '@gerbang/domain/status-tones';
import { Quiet, Row, Text } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { formatRupiah, levelText } from '@gerbang/web-kit/page/format';
import { Link } from '@gerbang/web-kit/page/router';
import { familyCopy as copy } from './families.copy.ts';
import { Lines, Part } from './family-parts.tsx';

interface Waiting {
  /** The child; null = the whole family. */
  readonly about: string | null;
  readonly what: string;
  readonly by: string;
}

/** Everything that is still to come, as far as the viewer's role sees it. */
function waitsOf(family: Family, invoices: readonly StaffInvoice[]): Waiting[] {
  return [
    ...family.registrations.flatMap(({ child: { full_name: about }, documents, ...of }): Waiting[] => {
      const wait = registrationWait(of);
      if (!wait) return [];
      const lacking = documents ? documents.of - documents.done : 0;
      const papers = { about, what: copy.lackingDocuments(lacking), by: copy.family };
      return [{ about, ...wait }, ...(lacking > 0 ? [papers] : [])];
    }),
    ...family.requests.map(({ kind, child_name: about }) => ({ about, ...REQUEST_WAITS[kind] })),
    ...family.unregistered.map(({ full_name: about }) => ({
      about,
      what: copy.unregistered,
      by: copy.family,
    })),
    ...invoices.flatMap(
      ({ child_name: about, invoice_number: number, waiting_payment, overdue }): Waiting[] =>
        waiting_payment
          ? [{ about, what: copy.invoiceWaiting(number), by: copy.finance }]
          : overdue
            ? [{ about, what: copy.invoiceOverdue(number), by: copy.family }]
            : [],
    ),
  ];
}

/** What waits, and for whom. */
export function FamilyWaits({ family, invoices }: { family: Family; invoices: readonly StaffInvoice[] }) {
  const waits = waitsOf(family, invoices);
  return (
    <Part title={copy.waits}>
      {waits.length === 0 ? <Quiet>{copy.nothingWaits}</Quiet> : null}
      <Lines>
        {waits.map(({ about, what, by }) => (
          <li key={`${about} ${what}`}>
            <Row $justify="between" $align="center">
              <Text>{what}</Text>
              <StatusTag tone={by === copy.family ? 'info' : 'attention'}>{by}</StatusTag>
            </Row>
            {about === null ? null : <Quiet $small>{about}</Quiet>}
          </li>
        ))}
      </Lines>
    </Part>
  );
}

/** Each registration of the family's children, and the children that have none. */
export function FamilyChildren({ family: { registrations, unregistered } }: { family: Family }) {
  return (
    <Part title={copy.children}>
      {registrations.length + unregistered.length === 0 ? <Quiet>{copy.noChildren}</Quiet> : null}
      <Lines>
        {registrations.map((one) => (
          <li key={one.id}>
            <Link to={`/admin/registration?id=${one.id}`}>{one.child.full_name}</Link>
            <Quiet $small $figures>
              {levelText(one.jenjang, one.kelas)} · {one.registration_number} · {copy.year(one.academic_year)}
            </Quiet>
            <Row>
              <StatusTag tone={stageTone(one.current_stage, 'staff')}>
                {STAFF_STAGE_LABELS[one.current_stage]}
              </StatusTag>
              <StatusTag tone={paymentTone(one.payment_status, 'staff')}>
                {`${PAYMENT_LABELS[one.payment_status]} · ${formatRupiah(one.payment_amount)}`}
              </StatusTag>
              {one.documents ? (
                <StatusTag tone={one.documents.done < one.documents.of ? 'neutral' : 'success'}>
                  {copy.documents(one.documents)}
                </StatusTag>
              ) : null}
            </Row>
          </li>
        ))}
        {unregistered.map(({ id, full_name }) => (
          <li key={id}>
            <Text>{full_name}</Text>
            <Quiet $small>{copy.notRegistered}</Quiet>
          </li>
        ))}
      </Lines>
    </Part>
  );
}
