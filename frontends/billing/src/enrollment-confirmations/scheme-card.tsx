import type { Confirmation, Scheme } from '@gerbang/contracts/billing.types';
import { mayCreateScheme } from '@gerbang/domain/enrollment-confirmations';
import { DISCOUNT_FIELDS } from '@gerbang/domain/payment-schemes';
import type { Viewer } from '@gerbang/domain/status-tones';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Quiet } from '@gerbang/ui/layout';
import { SummaryList, type SummaryRow } from '@gerbang/ui/summary-list';
import { Loading } from '@gerbang/web-kit/components/loading';
import { useCan } from '@gerbang/web-kit/abilities';
import { formatDateLong, formatDayText, formatRupiah } from '@gerbang/web-kit/format';
import { LinkButton } from '@gerbang/web-kit/components/link-button';
import { styled } from 'styled-components';
import { useSchemeOf } from '../billing.api.ts';
import { detailCopy as copy } from './detail.copy.ts';

const Box = styled(Card)`
  display: grid;
  gap: 12px;
`;

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
export function SchemeCard({ confirmation, viewer }: { confirmation: Confirmation; viewer: Viewer }) {
  const scheme = useSchemeOf(confirmation.id, confirmation.scheme_id !== null);
  const manages = useCan('invoices.manage') && viewer === 'staff';
  const loading = <Loading of={scheme} lines={5} label={copy.loading} failed={copy.schemeFailed} />;
  if (scheme.isError) return loading;
  const none = confirmation.scheme_id === null || scheme.data === null;
  return (
    <Box>
      <CardTitle>{copy.schemeTitle}</CardTitle>
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
        <SummaryList rows={rowsOf(scheme.data, confirmation.payment_summary, viewer)} />
      ) : (
        loading
      )}
    </Box>
  );
}
