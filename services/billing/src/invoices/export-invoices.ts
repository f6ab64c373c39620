import type { exportInvoices as call, StaffInvoice } from '@gerbang/contracts/invoices';
import type { School } from '@gerbang/contracts/school';
import { levelLabel } from '@gerbang/domain/level-words';
import { INVOICE_LABELS } from '@gerbang/domain/invoices';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { text } from '@gerbang/service-kit/http/cells';
import type { ListFile } from '@gerbang/service-kit/http/list-file';
import { listPages } from '@gerbang/service-kit/http/paging';
import type { Cell, Column } from '@gerbang/service-kit/http/workbook';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { countInvoices, createStaffInvoiceList } from './invoice-lists.repository.ts';

type Query = z.output<(typeof call)['query']>;

/** The columns of the sheet, in its order. */
const COLUMNS: readonly (Column & { readonly cell: (invoice: StaffInvoice, school: School) => Cell })[] = [
  { title: 'Nomor Tagihan', width: 18, cell: (invoice) => text(invoice.invoice_number) },
  { title: 'Nama Anak', width: 30, cell: (invoice) => text(invoice.child_name) },
  { title: 'Nomor Pendaftaran', width: 22, cell: (invoice) => text(invoice.registration_number) },
  {
    title: 'Jenjang',
    width: 9,
    cell: (invoice, { levels }) => text(levelLabel(levels, invoice.grade_level)),
  },
  { title: 'Kelas', width: 9, cell: (invoice) => text(invoice.kelas) },
  { title: 'Tahun Ajaran', width: 13, cell: (invoice) => text(invoice.academic_year) },
  { title: 'Nama Ayah', width: 26, cell: (invoice) => text(invoice.parent.father_name) },
  { title: 'Nama Ibu', width: 26, cell: (invoice) => text(invoice.parent.mother_name) },
  { title: 'Telepon Kontak', width: 18, cell: (invoice) => text(invoice.parent.contact_phone) },
  { title: 'Nama (dari akun)', width: 26, cell: (invoice) => text(invoice.parent.name_from_account) },
  { title: 'Telepon (dari akun)', width: 18, cell: (invoice) => text(invoice.parent.phone_from_account) },
  { title: 'Tahap', width: 18, cell: (invoice) => text(invoice.installment_name) },
  { title: 'Tanggal Terbit', width: 18, cell: (invoice) => ({ moment: new Date(invoice.created_at) }) },
  { title: 'Jatuh Tempo', width: 14, cell: (invoice) => ({ day: invoice.due_date }) },
  { title: 'Status', width: 22, cell: (invoice) => text(INVOICE_LABELS[invoice.status]) },
  { title: 'Terlambat', width: 11, cell: (invoice) => text(invoice.overdue ? 'Ya' : null) },
  { title: 'Total', width: 18, cell: (invoice) => ({ rupiah: invoice.total_amount }) },
  { title: 'Terbayar', width: 18, cell: (invoice) => ({ rupiah: invoice.amount_paid }) },
  { title: 'Sisa', width: 18, cell: (invoice) => ({ rupiah: invoice.remaining }) },
];

/** The staff's list as a file. */
export function invoiceFile({ database, now, school }: Context, query: Query): ListFile<StaffInvoice> {
  const list = createStaffInvoiceList(database)(query, now());
  return {
    action: 'invoice.exported',
    title: 'Tagihan',
    file: 'tagihan',
    columns: COLUMNS.map((column) => ({
      ...column,
      cell: (invoice) => column.cell(invoice, school.settings),
    })),
    count: () => countInvoices(database.knex, query, jakartaDay(now())),
    pages: () => listPages(list, query),
  };
}
