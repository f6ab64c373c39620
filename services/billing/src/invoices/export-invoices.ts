import type { exportInvoices as call, StaffInvoice } from '@gerbang/contracts/invoices';
import type { School } from '@gerbang/contracts/school';
import { levelLabel } from '@gerbang/domain/level-words';
import { INVOICE_LABELS } from '@gerbang/domain/invoices';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { audit } from '@gerbang/service-kit/audit/audit';
import { refuseManyExports } from '@gerbang/service-kit/audit/recent-actions';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { listPages } from '@gerbang/service-kit/http/paging';
import { type Cell, type Column, workbook } from '@gerbang/service-kit/http/workbook';
import type { Semaphore } from '@gerbang/service-kit/program/semaphore';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { countInvoices, createStaffInvoiceList } from './invoice-lists.repository.ts';

type Query = z.output<(typeof call)['query']>;

const text = (value: string | null): Cell => (value ? { text: value } : null);

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

async function* rowsOf({ database, now, school }: Context, query: Query): AsyncGenerator<Cell[][]> {
  for await (const page of listPages(createStaffInvoiceList(database)(query, now()), query)) {
    yield page.map((invoice) => COLUMNS.map(({ cell }) => cell(invoice, school.settings)));
  }
}

/**
 * The staff's list as a workbook, built while it is sent. The trail records the export before the first byte leaves.
 * Only as many exports as there are slots run at once: the others wait, then get 503. 429 after many of one person in an hour.
 */
export async function exportInvoices(context: Context, caller: Caller, query: Query, slots: Semaphore) {
  const { sort: _sort, search, ...filters } = query;
  const db = context.database.knex;
  const { release } = await slots.acquire();
  try {
    const today = jakartaDay(context.now());
    const action = 'invoice.exported';
    const rows = await countInvoices(db, query, today);
    const details = { rows, filters, searched: search !== undefined };
    await context.database.transaction(async (trx) => {
      await refuseManyExports(trx, caller.id, action, context.config.STAFF_EXPORTS_PER_HOUR);
      const actor = await actorOf(trx, caller);
      await audit(trx, { action, actor, subject: caller.id, details, origin: caller.origin });
    });
    const stream = workbook('Tagihan', COLUMNS, rowsOf(context, query));
    stream.once('close', release);
    return { stream, name: `tagihan-${today}.xlsx` };
  } catch (error) {
    release();
    throw error;
  }
}
