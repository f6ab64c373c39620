import type { Confirmation } from '@gerbang/contracts/enrollment-confirmations';
import type { Invoice } from '@gerbang/contracts/invoices';
import type { Viewer } from '@gerbang/domain/status-tones';
import { Card, CardTitle } from '@gerbang/ui/card';
import { DataTable, type Column, titled } from '@gerbang/ui/data-table';
import { FamilyScroll, Row, Stack } from '@gerbang/ui/layout';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { formatDateShort, formatRupiah } from '@gerbang/web-kit/page/format';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { SoonButton } from '@gerbang/web-kit/page/soon-button.tsx';
import { Pencil, Plus } from 'lucide-react';
import { useInvoicesOfScheme } from '../billing.api.ts';
import { InvoiceTag, InvoicePdf, InvoiceTotal } from '../invoices/invoice-parts.tsx';
import { detailCopy as copy } from './detail.copy.ts';

/** The invoices of the scheme with their state. */
export function InvoicesCard({ confirmation, viewer }: { confirmation: Confirmation; viewer: Viewer }) {
  const invoices = useInvoicesOfScheme(confirmation.scheme_id);
  const manages = useCan('invoices.manage') && viewer === 'staff';
  const loading = <Loading of={invoices} lines={4} label={copy.loading} failed={copy.loadFailed} />;
  if (invoices.isError) return loading;
  const columns: readonly Column<Invoice>[] = titled(copy.columns, [
    { key: 'number', rowHeader: true, render: (invoice) => invoice.invoice_number },
    { key: 'stage', render: (invoice) => invoice.installment_name },
    { key: 'amount', numeric: true, render: (invoice) => <InvoiceTotal of={invoice} /> },
    { key: 'left', numeric: true, render: (invoice) => formatRupiah(invoice.remaining) },
    { key: 'due', render: (invoice) => formatDateShort(`${invoice.due_date}T12:00:00+07:00`) },
    { key: 'status', render: (invoice) => <InvoiceTag status={invoice.status} viewer={viewer} /> },
    {
      key: 'actions',
      actions: true,
      render: (invoice) =>
        invoice.voided ? null : (
          <Row as="span" $gap={4} $apart={12} $align="center" $justify="end">
            <InvoicePdf id={invoice.id} number={invoice.invoice_number} short />
            {manages ? (
              <SoonButton
                small
                label={copy.edit}
                name={copy.editInvoice(invoice.invoice_number)}
                title={copy.editInvoiceTitle}
                text={copy.editInvoiceSoon}
                icon={<Pencil size={16} aria-hidden="true" />}
              />
            ) : null}
          </Row>
        ),
    },
  ]);
  const rows = invoices.data ?? [];
  return (
    <Stack as={Card} $gap={16}>
      <Row $gap={12} $align="center" $justify="between">
        <CardTitle>{copy.invoicesTitle}</CardTitle>
        {manages ? (
          <SoonButton
            label={copy.createInvoice}
            text={copy.createInvoiceSoon}
            icon={<Plus size={18} aria-hidden="true" />}
          />
        ) : null}
        {viewer === 'parent' && rows.some((invoice) => invoice.payable) ? (
          <LinkButton to="/tagihan">{copy.pay}</LinkButton>
        ) : null}
      </Row>
      {confirmation.scheme_id === null ? (
        <p>{copy.noInvoices}</p>
      ) : invoices.data ? (
        <FamilyScroll>
          <DataTable
            caption={copy.invoicesCaption}
            columns={columns}
            rows={rows}
            rowKey={(invoice) => invoice.id}
          />
        </FamilyScroll>
      ) : (
        loading
      )}
    </Stack>
  );
}
