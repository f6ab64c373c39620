import type { exportStaffRegistrations as call } from '@gerbang/contracts/staff-registrations';
import { can } from '@gerbang/domain/abilities';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { assertFresh } from '@gerbang/service-kit/http/fresh';
import type { ListFile } from '@gerbang/service-kit/http/list-file';
import { listPages } from '@gerbang/service-kit/http/paging';
import { forbidden } from '@gerbang/service-kit/http/problems';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { EXPORT_COLUMNS, PERSONAL_COLUMNS } from './export-columns.ts';
import { staffList } from './staff-registrations.view.ts';
import { countOf } from '../registration-record/registration-counts.repository.ts';
import { type ExportRecord, exportRows } from './export-rows.repository.ts';

/**
 * The list's registrations as a file, in the list's order. Personal numbers are in it only where a role that may have them
 * asks for them.
 */
export function registrationFile(
  context: Context,
  caller: Pick<Caller, 'role' | 'fresh'>,
  query: z.output<(typeof call)['query']>,
): ListFile<ExportRecord> {
  const { personal, sort: _sort, format: _format, ...filters } = query;
  if (personal && !can(caller.role, 'registrations.export_personal')) {
    throw forbidden('Anda tidak dapat mengekspor nomor pribadi.');
  }
  if (personal) assertFresh(caller);
  const db = context.database.knex;
  const { table, keys, defaultSort } = staffList(db, filters);
  const rows = () => exportRows(db, filters, personal !== undefined);
  const list = { table, keys, defaultSort, rows, toItems: (records: ExportRecord[]) => records };
  return {
    action: 'registration.exported',
    details: { personal: personal !== undefined },
    title: 'Pendaftaran',
    file: 'pendaftaran',
    columns: [...EXPORT_COLUMNS, ...(personal ? PERSONAL_COLUMNS : [])].map((column) => ({
      ...column,
      cell: (one) => column.cell(one, context),
    })),
    count: () => countOf(db, filters),
    pages: () => listPages(list, query),
  };
}
