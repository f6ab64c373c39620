import { FileText } from 'lucide-react';
import { styled } from 'styled-components';
import { invoicesCopy as copy } from './invoices.copy.ts';

const Link = styled.a`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-height: 44px;
  justify-self: start;
`;

function Pdf({ href, label, name }: { href: string; label: string; name: string }) {
  return (
    <Link href={href} target="_blank" rel="noreferrer" aria-label={copy.inNewTab(name)}>
      <FileText size={18} aria-hidden="true" />
      {label}
    </Link>
  );
}

/** The invoice as a document, named where there are several; `short` = in a row that already names it. */
export function InvoicePdf({ id, number, short = false }: { id: string; number?: string; short?: boolean }) {
  const label = short ? copy.pdf : copy.invoicePdf;
  return (
    <Pdf
      href={`/api/enrollment-invoices/${id}/pdf`}
      label={label}
      name={number === undefined ? label : copy.ofInvoice(label, number)}
    />
  );
}

/** The receipt of a verified payment. */
export function ReceiptPdf({ id, number }: { id: string; number: string }) {
  const label = copy.receipt(number);
  return <Pdf href={`/api/enrollment-invoice-payments/${id}/receipt`} label={label} name={label} />;
}
