import type { Invoice } from '@gerbang/contracts/invoices';
import { IconLink, Quiet } from '@gerbang/ui/layout';
import { confirmationTone, invoiceTone, verificationTone } from '@gerbang/domain/billing-tones';
import {
  CONFIRMATION_LABELS,
  type ConfirmationStatus,
  NO_CONFIRMATION_LABEL,
  STAFF_CONFIRMATION_LABELS,
} from '@gerbang/domain/enrollment-confirmations';
import { VERIFICATION_LABELS, type VerificationStatus } from '@gerbang/domain/invoice-payments';
import { INVOICE_LABELS, type InvoiceStatus } from '@gerbang/domain/invoices';
import { daysBetween, jakartaDay } from '@gerbang/domain/jakarta-time';
import type { Viewer } from '@gerbang/domain/status-tones';
import { StatusTag } from '@gerbang/ui/status-tag';
import { formatDateShort, formatRupiah } from '@gerbang/web-kit/page/format';
import { FileText } from 'lucide-react';

/** Words that parents' and staff's screens say of invoices and payments. */
export const invoicesCopy = {
  available: 'Invoice Tersedia',
  none: 'Belum Ada Invoice',
  paidUp: 'Lunas',
  left: (days: number) => `${days} hari lagi`,
  leftMonths: (months: number) => `${months} bulan lagi`,
  today: 'hari ini',
  late: (days: number) => `terlambat ${days} hari`,
  history: 'Riwayat Pembayaran',
  historyEmpty: 'Belum ada pembayaran untuk tagihan ini.',
  historyLoading: 'Memuat riwayat pembayaran...',
  historyFailed: 'Riwayat pembayaran tidak dapat dimuat.',
  retry: 'Coba lagi',
  paidOn: 'Tanggal pembayaran',
  method: 'Metode',
  bank: 'Informasi bank',
  sentBy: 'Dikirim oleh',
  person: (name: string, when: string) => `${name}, ${when}`,
  verifiedBy: 'Diperiksa oleh',
  rejectedBy: 'Ditolak oleh',
  reason: 'Alasan penolakan',
  reversed: 'Dibatalkan oleh sekolah',
  reversedBy: 'Dibatalkan oleh',
  moved: 'Dipindahkan dari pembayaran lain yang dibatalkan.',
  proof: 'Lihat bukti pembayaran',
  fromBank: 'Dikenali dari mutasi bank',
  previousProof: (name: string, when: string) => `Bukti sebelumnya (diganti ${name}, ${when})`,
  receipt: (number: string) => `Kuitansi ${number} (PDF)`,
  invoicePdf: 'Unduh tagihan (PDF)',
  ofInvoice: (label: string, number: string) => `${label}: ${number}`,
  pdf: 'PDF',
  voided: (day: string, reason: string) => `Dibatalkan sekolah pada ${day}. Alasan: ${reason}`,
  inNewTab: (name: string) => `${name} (tab baru)`,
} as const;

/** The state of an invoice. */
export function InvoiceTag({ status, viewer }: { status: InvoiceStatus; viewer: Viewer }) {
  return <StatusTag tone={invoiceTone(status, viewer)}>{INVOICE_LABELS[status]}</StatusTag>;
}

/** What an invoice asks for; struck through where the school took it back. */
export function InvoiceTotal({
  of: { total_amount, voided },
}: {
  of: Pick<Invoice, 'total_amount' | 'voided'>;
}) {
  return voided ? <s>{formatRupiah(voided.amount)}</s> : formatRupiah(total_amount);
}

/** The state of a payment of an invoice. */
export function VerificationTag({ status, viewer }: { status: VerificationStatus; viewer: Viewer }) {
  return <StatusTag tone={verificationTone(status, viewer)}>{VERIFICATION_LABELS[status]}</StatusTag>;
}

/** The state of a confirmation in the words of the viewer's role; null = no confirmation. */
export function ConfirmationTag({ status, viewer }: { status: ConfirmationStatus | null; viewer: Viewer }) {
  const labels = viewer === 'parent' ? CONFIRMATION_LABELS : STAFF_CONFIRMATION_LABELS;
  return (
    <StatusTag tone={confirmationTone(status, viewer)}>
      {status === null ? NO_CONFIRMATION_LABEL : labels[status]}
    </StatusTag>
  );
}

/** Beyond this many days months say more. */
const NEAR_DAYS = 45;

/** `4 bulan lagi`, `3 hari lagi`, `hari ini`, `terlambat 2 hari`, by the day in Jakarta. */
export function dueText(dueDate: string, today = jakartaDay(new Date())): string {
  const days = daysBetween(today, dueDate);
  if (days > NEAR_DAYS) return invoicesCopy.leftMonths(Math.round(days / 30));
  if (days === 0) return invoicesCopy.today;
  return days > 0 ? invoicesCopy.left(days) : invoicesCopy.late(-days);
}

/** Since when and why an invoice asks for nothing; nothing for the others. */
export function VoidedNote({ of: { voided } }: { of: Pick<Invoice, 'voided'> }) {
  return voided ? (
    <Quiet $small $figures>
      {invoicesCopy.voided(formatDateShort(voided.at), voided.reason)}
    </Quiet>
  ) : null;
}

function Pdf({ href, label, name }: { href: string; label: string; name: string }) {
  return (
    <IconLink href={href} target="_blank" rel="noreferrer" aria-label={invoicesCopy.inNewTab(name)}>
      <FileText size={18} aria-hidden="true" />
      {label}
    </IconLink>
  );
}

/** The invoice as a document, named where there are several; `short` = in a row that already names it. */
export function InvoicePdf({ id, number, short = false }: { id: string; number?: string; short?: boolean }) {
  const label = short ? invoicesCopy.pdf : invoicesCopy.invoicePdf;
  return (
    <Pdf
      href={`/api/enrollment-invoices/${id}/pdf`}
      label={label}
      name={number === undefined ? label : invoicesCopy.ofInvoice(label, number)}
    />
  );
}

/** The receipt of a verified payment. */
export function ReceiptPdf({ id, number }: { id: string; number: string }) {
  const label = invoicesCopy.receipt(number);
  return <Pdf href={`/api/enrollment-invoice-payments/${id}/receipt`} label={label} name={label} />;
}
