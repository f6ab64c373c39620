import { FileText } from 'lucide-react';
import { styled } from 'styled-components';
import { VisuallyHidden } from '@gerbang/ui/visually-hidden';
import { invoicesCopy as copy } from './invoices.copy.ts';

const Link = styled.a`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-height: 44px;
  justify-self: start;
`;

function Pdf({ href, label }: { href: string; label: string }) {
  return (
    <Link href={href} target="_blank" rel="noreferrer">
      <FileText size={18} aria-hidden="true" />
      {label}
      <VisuallyHidden> {copy.newTab}</VisuallyHidden>
    </Link>
  );
}

/** The invoice as a document (E18). */
export function InvoicePdf({ id, number }: { id: string; number?: string }) {
  return (
    <Pdf
      href={`/api/enrollment-invoices/${id}/pdf`}
      label={number === undefined ? copy.invoicePdf : copy.ofInvoice(copy.invoicePdf, number)}
    />
  );
}

/** The receipt of a verified payment (E19). */
export function ReceiptPdf({ id, number }: { id: string; number: string }) {
  return <Pdf href={`/api/enrollment-invoice-payments/${id}/receipt`} label={copy.receipt(number)} />;
}
