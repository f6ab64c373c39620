import type { BillingArea } from '@gerbang/contracts/billing.types';
import { NO_CONFIRMATION_LABEL } from '@gerbang/domain/enrollment-confirmations';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { TaskList } from '@gerbang/ui/task-list';
import { formatDayText, formatRupiah, levelText } from '@gerbang/web-kit/format';
import { LinkButton } from '@gerbang/web-kit/components/link-button';
import { Link } from '@gerbang/web-kit/router';
import { GraduationCap, Receipt } from 'lucide-react';
import { styled } from 'styled-components';
import { InvoiceTag, dueText, isDueSoon } from '../invoices/invoice-parts.tsx';

/** Texts of what billing puts on the dashboard. */
const copy = {
  confirmTitle: 'Daftar ulang menunggu Anda',
  confirm: (child: string) => `Konfirmasi daftar ulang ${child}`,
  declined: 'Ditolak',
  paymentTitle: 'Pembayaran berikutnya',
  about: (stage: string, child: string) => `${stage} · ${child}`,
  due: (day: string, words: string | null) => `Jatuh tempo ${day}${words === null ? '' : ` (${words})`}`,
  pay: 'Bayar dan kirim bukti',
  outstanding: (count: number, amount: string) => `${count} tagihan belum lunas, seluruhnya ${amount}.`,
  all: 'Lihat semua tagihan',
} as const;

type Parent = NonNullable<BillingArea['parent']>;

const Box = styled(Card)<{ $urgent: boolean }>`
  display: grid;
  gap: 12px;
  border-inline-start: 4px solid var(${(props) => (props.$urgent ? '--tone-attention-bar' : '--action-bg')});
`;

const Amount = styled.p`
  font-size: 1.5rem;
  line-height: 1.33;
  font-weight: 700;
  font-feature-settings: 'tnum';
`;

/** The re-enrolments that a family can confirm and what it has to pay next. */
export function ParentCards({ parent }: { parent: Parent }) {
  const { to_confirm: toConfirm, next_payment: next, outstanding } = parent;
  return (
    <Stack $gap={24}>
      {toConfirm.length > 0 ? (
        <Box $urgent>
          <Row $apart={12} $align="center">
            <GraduationCap size={20} aria-hidden="true" />
            <CardTitle>{copy.confirmTitle}</CardTitle>
          </Row>
          <TaskList>
            {toConfirm.map((one) => (
              <li key={one.registration_id}>
                <div>
                  <Link to={`/enrollment-confirmation/${one.registration_id}`}>
                    {copy.confirm(one.child_name)}
                  </Link>
                  <Quiet $figures>{levelText(one.jenjang, one.kelas)}</Quiet>
                </div>
                <StatusTag tone="attention">{one.declined ? copy.declined : NO_CONFIRMATION_LABEL}</StatusTag>
              </li>
            ))}
          </TaskList>
        </Box>
      ) : null}
      {next ? (
        <Box $urgent={next.status === 'payment_rejected' || isDueSoon(next.due_date)}>
          <Row $apart={12} $align="center">
            <Receipt size={20} aria-hidden="true" />
            <CardTitle>{copy.paymentTitle}</CardTitle>
            <InvoiceTag status={next.status} viewer="parent" />
          </Row>
          <div>
            <Amount>{formatRupiah(next.remaining)}</Amount>
            <Quiet $figures>{copy.about(next.installment_name, next.child_name)}</Quiet>
            <Quiet $figures>{copy.due(formatDayText(next.due_date), dueText(next.due_date))}</Quiet>
          </div>
          <Row $apart={20} $align="center">
            <LinkButton to={`/tagihan?bayar=${next.invoice_id}`}>{copy.pay}</LinkButton>
            <Link to="/tagihan">{copy.all}</Link>
          </Row>
          {outstanding.invoices > 1 ? (
            <Quiet $figures>{copy.outstanding(outstanding.invoices, formatRupiah(outstanding.amount))}</Quiet>
          ) : null}
        </Box>
      ) : null}
    </Stack>
  );
}
