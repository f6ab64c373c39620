import { levelLabel } from '@gerbang/web-kit/level-labels';
import type { Ageing, BillingArea } from '@gerbang/contracts/billing.types';
import { AGEING_BUCKETS, AGEING_LABELS, type AgeingBucket } from '@gerbang/domain/invoices';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Row, Stack } from '@gerbang/ui/layout';
import { LinkButton } from '@gerbang/web-kit/components/link-button';
import { WaitingCounts } from '@gerbang/web-kit/components/waiting-counts';
import { useDashboard } from '@gerbang/web-kit/dashboard';
import { formatDateShort, formatDayText, formatRupiah } from '@gerbang/web-kit/format';
import type { ComponentProps } from 'react';
import { styled } from 'styled-components';

/** Texts of the staff's cards: what waits, and what is owed. */
const copy = {
  title: 'Daftar ulang dan tagihan',
  none: 'Tidak ada yang menunggu',
  noneText: 'Konfirmasi dan pembayaran baru akan muncul di sini.',
  waiting: 'Konfirmasi menunggu',
  withoutScheme: 'Belum ada skema pembayaran',
  payments: 'Pembayaran menunggu verifikasi',
  paymentsNote: (amount: string, since: string | null) =>
    since === null ? amount : `${amount}, terlama sejak ${since}`,
  enrollment: 'Buka Daftar Ulang',
  invoices: 'Buka Kelola Tagihan',
  ageing: 'Umur tunggakan',
  ageingNote: (day: string, invoices: number, amount: string) =>
    `Per ${day}: ${invoices.toLocaleString('id-ID')} tagihan belum lunas, ${amount}.`,
  ageingCaption: 'Sisa tagihan menurut umur dan jenjang',
  all: 'Semua',
  invoicesOf: (count: number) => `${count.toLocaleString('id-ID')} tagihan`,
} as const;

type Staff = NonNullable<BillingArea['staff']>;

type Waiting = ComponentProps<typeof WaitingCounts>['waiting'][number];

function waitingOf({ confirmations, payments }: Staff): Waiting[] {
  const all: Waiting[] = [];
  if (payments) {
    const since = payments.oldest_at === null ? null : formatDateShort(payments.oldest_at);
    all.push({
      key: 'payments',
      to: '/admin/invoices?status=awaiting_verification',
      label: copy.payments,
      note: copy.paymentsNote(formatRupiah(payments.amount), since),
      count: payments.waiting,
    });
  }
  if (confirmations) {
    all.push(
      {
        key: 'waiting',
        to: '/admin/enrollment?group=waiting',
        label: copy.waiting,
        count: confirmations.waiting,
      },
      {
        key: 'scheme',
        to: '/admin/enrollment?group=confirmed',
        label: copy.withoutScheme,
        count: confirmations.without_scheme,
      },
    );
  }
  return all;
}

/** What waits for this role in billing, as counts that lead to the filtered lists. */
function QueueCard({ staff }: { staff: Staff }) {
  return (
    <Card>
      <CardTitle>{copy.title}</CardTitle>
      <WaitingCounts waiting={waitingOf(staff)} none={copy.none} noneText={copy.noneText} />
      <Row $gap={12}>
        {staff.confirmations ? (
          <LinkButton to="/admin/enrollment" $variant="secondary">
            {copy.enrollment}
          </LinkButton>
        ) : null}
        {staff.payments ? (
          <LinkButton to="/admin/invoices" $variant="secondary">
            {copy.invoices}
          </LinkButton>
        ) : null}
      </Row>
    </Card>
  );
}

const Quiet = styled.p`
  margin-block: 4px 16px;
  color: var(--text-secondary);
  font-feature-settings: 'tnum';
`;

const Scroll = styled.div`
  overflow-x: auto;
`;

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  font-feature-settings: 'tnum';
  caption {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  th,
  td {
    padding: 8px 12px 8px 0;
    border-block-start: 1px solid var(--border-subtle);
    text-align: end;
    vertical-align: top;
    white-space: nowrap;
  }
  thead th {
    border: 0;
    font-size: 0.875rem;
    font-weight: 600;
    color: var(--text-secondary);
  }
  th:first-child {
    text-align: start;
  }
  small {
    display: block;
    font-size: 0.875rem;
    font-weight: 400;
    color: var(--text-secondary);
  }
`;

/** The share of everything owed, as a bar; the figure beside it says the same. */
const Bar = styled.span<{ $share: number; $late: boolean }>`
  display: block;
  inline-size: ${(props) => props.$share}%;
  min-inline-size: ${(props) => (props.$share > 0 ? '2px' : '0')};
  block-size: 8px;
  margin-block-start: 6px;
  border-radius: 4px;
  background: var(${(props) => (props.$late ? '--tone-danger-fg' : '--action-bg')});
  @media (forced-colors: active) {
    background: CanvasText;
  }
`;

const LATE: ReadonlySet<AgeingBucket> = new Set(['61_90', 'over_90']);

/** Receivables by days overdue: in total with bars, and by level as a table for screen readers. */
function AgeingCard({ ageing }: { ageing: Ageing }) {
  const { total, buckets, levels } = ageing;
  return (
    <Card>
      <CardTitle>{copy.ageing}</CardTitle>
      <Quiet>
        {copy.ageingNote(formatDayText(ageing.as_of), total.invoices, formatRupiah(total.amount))}
      </Quiet>
      {/* Wider than a phone where there are four levels: scrolled by keyboard too. */}
      <Scroll tabIndex={0} role="group" aria-label={copy.ageingCaption}>
        <Table>
          <caption>{copy.ageingCaption}</caption>
          <thead>
            <tr>
              <th scope="col">{copy.ageing}</th>
              <th scope="col">{copy.all}</th>
              {levels.map(({ jenjang }) => (
                <th key={jenjang} scope="col">
                  {levelLabel(jenjang)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {AGEING_BUCKETS.map((bucket) => {
              const { amount, invoices } = buckets[bucket];
              return (
                <tr key={bucket}>
                  <th scope="row">
                    {AGEING_LABELS[bucket]}
                    <Bar
                      aria-hidden="true"
                      $share={total.amount > 0 ? (amount / total.amount) * 100 : 0}
                      $late={LATE.has(bucket)}
                    />
                  </th>
                  <td>
                    {formatRupiah(amount)}
                    <small>{copy.invoicesOf(invoices)}</small>
                  </td>
                  {levels.map((level) => (
                    <td key={level.jenjang}>{formatRupiah(level.buckets[bucket].amount)}</td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </Table>
      </Scroll>
    </Card>
  );
}

/**
 * What billing puts on the staff's dashboard: what waits and what is owed. The shell draws it only where there is something,
 * and shows a failure itself if this area does not respond. A parent's payments are among the next steps of admission's part.
 */
export function DashboardCards() {
  const { data } = useDashboard();
  const staff = data?.billing?.staff;
  if (!staff) return null;
  return (
    <Stack $gap={24}>
      <QueueCard staff={staff} />
      {staff.ageing && staff.ageing.total.invoices > 0 ? <AgeingCard ageing={staff.ageing} /> : null}
    </Stack>
  );
}
