import type { Confirmation } from '@gerbang/contracts/enrollment-confirmations';
import type { Scheme } from '@gerbang/contracts/payment-schemes';
import { getLetter } from '@gerbang/contracts/papers';
import { hasInvoices, mayCreateScheme } from '@gerbang/domain/enrollment-confirmations';
import { DISCOUNT_FIELDS } from '@gerbang/domain/payment-schemes';
import type { Viewer } from '@gerbang/domain/status-tones';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { Menu } from '@gerbang/ui/menu';
import { StatusTag } from '@gerbang/ui/status-tag';
import { SummaryList, type SummaryRow } from '@gerbang/ui/summary-list';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { WhoMay } from '@gerbang/web-kit/session/who-may.tsx';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { PaperActions } from '@gerbang/web-kit/files/paper-actions.tsx';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { formatDateLong, formatDayText, formatRupiah } from '@gerbang/web-kit/page/format';
import { useParams } from '@gerbang/web-kit/page/router';
import { ArrowLeft, SearchX } from 'lucide-react';
import { Suspense, useState } from 'react';
import { CorrectionDialog } from './correction-dialog.tsx';
import { detailCopy as copy } from './detail.copy.ts';
import { InfoCards } from './info-cards.tsx';
import { InvoicesCard } from './invoices-card.tsx';
import { useConfirmation, useInvoicesOfScheme, useSchemeOf } from '../billing.api.ts';
import { changesCopy } from '../payment-schemes/scheme-changes.copy.ts';
import { SchemeHistory } from '../payment-schemes/scheme-sides.tsx';
import { ConfirmationTag, invoicesCopy } from '../invoices/invoice-parts.tsx';

// It brings React Aria along; it is loaded when it is opened first.
const ReviseDialog = lazyPart(() =>
  import('../payment-schemes/revise-dialog.tsx').then((part) => part.ReviseDialog),
);

/** The sum of the scheme, line by line: its parts above the total. */
function rowsOf(scheme: Scheme, summary: Confirmation['payment_summary'], viewer: Viewer): SummaryRow[] {
  const full = scheme.payment_scheme === 'full';
  return [
    { label: copy.period, value: scheme.payment_period },
    { label: copy.schemeKind, value: copy.preferences[scheme.payment_scheme] },
    { label: copy.base, value: formatRupiah(scheme.base_education_fee) },
    { label: copy.cash, value: formatRupiah(scheme.cash_contribution) },
    ...DISCOUNT_FIELDS.filter((field) => scheme[field] > 0).map((field) => ({
      label: copy.discounts[field],
      value: copy.minus(formatRupiah(scheme[field])),
    })),
    { label: copy.total, value: formatRupiah(scheme.final_education_fee) },
    { label: full ? copy.due : copy.firstDue, value: formatDayText(scheme.payment_deadline) },
    ...(summary
      ? [
          { label: copy.paid, value: formatRupiah(summary.amount_paid) },
          { label: copy.outstanding, value: formatRupiah(summary.outstanding_balance) },
        ]
      : []),
    ...(viewer === 'staff'
      ? [
          {
            label: copy.createdBy,
            value: copy.person(scheme.created_by.name ?? '-', formatDateLong(scheme.created_at)),
          },
        ]
      : []),
  ];
}

/** The payment scheme, or that there is none yet, with the button to create it for those who may. */
function SchemeCard({ confirmation, viewer }: { confirmation: Confirmation; viewer: Viewer }) {
  const scheme = useSchemeOf(confirmation.id, confirmation.scheme_id !== null);
  const manages = useCan('invoices.manage') && viewer === 'staff';
  const changes = useCan('schemes.change') && viewer === 'staff';
  const [asked, setAsked] = useState<'revise' | 'void' | null>(null);
  const invoices = useInvoicesOfScheme(confirmation.scheme_id);
  const close = () => setAsked(null);
  const loading = <Loading of={scheme} lines={5} label={copy.loading} failed={copy.schemeFailed} />;
  if (scheme.isError) return loading;
  const none = confirmation.scheme_id === null || scheme.data === null;
  return (
    <Stack as={Card} $gap={12}>
      <Row $gap={12} $align="center" $justify="between">
        <CardTitle>{copy.schemeTitle}</CardTitle>
        {changes && !none ? (
          <Menu
            outlined
            label={copy.voidMenu}
            trigger="⋯"
            groups={[
              {
                id: 'scheme',
                entries: [
                  { id: 'revise', label: changesCopy.title, onAction: () => setAsked('revise') },
                  { id: 'void', label: copy.voidScheme, onAction: () => setAsked('void') },
                ],
              },
            ]}
          />
        ) : null}
      </Row>
      <Suspense fallback={null}>
        {asked === 'void' ? (
          <CorrectionDialog confirmation={confirmation} action="void" onClose={close} />
        ) : null}
        {asked === 'revise' && scheme.data && invoices.data ? (
          <ReviseDialog scheme={scheme.data} invoices={invoices.data} onClose={close} />
        ) : null}
      </Suspense>
      {none ? (
        <>
          <p>{copy.noScheme}</p>
          {viewer === 'parent' ? <Quiet>{copy.noSchemeParent}</Quiet> : null}
          {manages && mayCreateScheme(confirmation) ? (
            <div>
              <LinkButton to={`/admin/payment-scheme/create?confirmationId=${confirmation.id}`}>
                {copy.createScheme}
              </LinkButton>
            </div>
          ) : null}
        </>
      ) : scheme.data ? (
        <>
          <SummaryList rows={rowsOf(scheme.data, confirmation.payment_summary, viewer)} />
          {viewer === 'staff' ? <WhoMay ability="schemes.change" action={changesCopy.title} /> : null}
          <SchemeHistory of={scheme.data} />
        </>
      ) : (
        loading
      )}
    </Stack>
  );
}

/** The way back from a decline, or who has it. */
function Reopening({ confirmation }: { confirmation: Confirmation }) {
  const reopens = useCan('enrollment.reopen');
  const [asking, setAsking] = useState(false);
  if (!reopens) return <WhoMay ability="enrollment.reopen" action={copy.reopen} />;
  return (
    <div>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {copy.reopen}
      </Button>
      {asking ? (
        <CorrectionDialog confirmation={confirmation} action="reopen" onClose={() => setAsking(false)} />
      ) : null}
    </div>
  );
}

/** Why the school made a confirmation wait again. */
function Returned({ by: { cause, reason, by, at } }: { by: NonNullable<Confirmation['returned']> }) {
  return (
    <Banner tone="info">
      <strong>{copy.returned[cause]}</strong>
      <p>{copy.returnedText(reason, by.name ?? copy.school, formatDateLong(at))}</p>
    </Banner>
  );
}

const BACK = { parent: '/enrollment', staff: '/admin/enrollment' } as const;

/** A re-enrolment with its scheme and its invoices: one screen for both sides. */
function EnrollmentDetail({ id, viewer }: { id: string; viewer: Viewer }) {
  const confirmation = useConfirmation(id, viewer);
  const back = (
    <LinkButton to={BACK[viewer]} $variant="secondary">
      <ArrowLeft size={18} aria-hidden="true" />
      {copy.back}
    </LinkButton>
  );
  if (confirmation.isError || confirmation.data === undefined) {
    return <Loading card of={confirmation} lines={8} label={copy.loading} failed={copy.loadFailed} />;
  }
  const known = confirmation.data;
  if (known === null) {
    return (
      <Card as="div">
        <EmptyState icon={<SearchX size={28} />} title={copy.missing} action={back}>
          {viewer === 'parent' ? copy.missingText : copy.missingForStaff}
        </EmptyState>
      </Card>
    );
  }
  const declined = known.status === 'declined';
  return (
    <Stack $gap={24}>
      <Row $gap={12} $align="center" $justify="between">
        {back}
        <Row>
          <ConfirmationTag status={known.status} viewer={viewer} />
          {hasInvoices(known) ? (
            <StatusTag tone="info">{invoicesCopy.available}</StatusTag>
          ) : (
            <StatusTag>{invoicesCopy.none}</StatusTag>
          )}
        </Row>
      </Row>
      {declined ? (
        <Banner tone={viewer === 'parent' ? 'attention' : 'danger'}>
          <strong>{copy.declinedTitle}</strong>
          <p>{known.decline_reason ?? copy.declinedNoReason}</p>
        </Banner>
      ) : null}
      {declined && viewer === 'staff' ? <Reopening confirmation={known} /> : null}
      {known.returned ? <Returned by={known.returned} /> : null}
      {declined && viewer === 'parent' ? (
        <div>
          <LinkButton to={`/enrollment-confirmation/${known.registration_id}`}>{copy.sendAgain}</LinkButton>
        </div>
      ) : null}
      {viewer === 'parent' && (known.status === 'processed' || known.status === 'completed') ? (
        <PaperActions address={getLetter.path.replace('{id}', known.id)} label={copy.letter} />
      ) : null}
      <InfoCards confirmation={known} />
      <SchemeCard confirmation={known} viewer={viewer} />
      <InvoicesCard confirmation={known} viewer={viewer} />
    </Stack>
  );
}

/** /enrollment-confirmation-detail/{confirmationId}: the family's own. */
export function ParentDetailPage() {
  const { confirmationId = '' } = useParams();
  return <EnrollmentDetail id={confirmationId} viewer="parent" />;
}

/** /admin/enrollment/{confirmationId}/details: the same as staff see it. */
export function StaffDetailPage() {
  const { confirmationId = '' } = useParams();
  return <EnrollmentDetail id={confirmationId} viewer="staff" />;
}
