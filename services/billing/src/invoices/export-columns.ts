import type { StaffInvoice } from '@gerbang/contracts/billing.types';
import { INVOICE_LABELS } from '@gerbang/domain/invoices';
import type { Cell, Column } from '@gerbang/service-kit/http/workbook';

interface ExportColumn extends Column {
  readonly cell: (invoice: StaffInvoice) => Cell;
}

const text = (value: string | null): Cell => (value ? { text: value } : null);

/** What the sheet of invoices has, in its order. */
export const EXPORT_COLUMNS: readonly ExportColumn[] = [
  { title: 'Nomor Tagihan', width: 18, cell: (one) => text(one.invoice_number) },
  { title: 'Nama Anak', width: 30, cell: (one) => text(one.child_name) },
  { title: 'Nomor Pendaftaran', width: 22, cell: (one) => text(one.registration_number) },
  { title: 'Jenjang', width: 9, cell: (one) => text(one.grade_level) },
  { title: 'Kelas', width: 9, cell: (one) => text(one.kelas) },
  { title: 'Tahun Ajaran', width: 13, cell: (one) => text(one.academic_year) },
  { title: 'Nama Ayah', width: 26, cell: (one) => text(one.parent.father_name) },
  { title: 'Nama Ibu', width: 26, cell: (one) => text(one.parent.mother_name) },
  { title: 'Telepon Kontak', width: 18, cell: (one) => text(one.parent.contact_phone) },
  { title: 'Tahap', width: 18, cell: (one) => text(one.installment_name) },
  { title: 'Tanggal Terbit', width: 18, cell: (one) => ({ moment: new Date(one.created_at) }) },
  { title: 'Jatuh Tempo', width: 14, cell: (one) => ({ day: one.due_date }) },
  { title: 'Status', width: 22, cell: (one) => text(INVOICE_LABELS[one.status]) },
  { title: 'Terlambat', width: 11, cell: (one) => text(one.overdue ? 'Ya' : null) },
  { title: 'Total', width: 18, cell: (one) => ({ rupiah: one.total_amount }) },
  { title: 'Terbayar', width: 18, cell: (one) => ({ rupiah: one.amount_paid }) },
  { title: 'Sisa', width: 18, cell: (one) => ({ rupiah: one.remaining }) },
];
