import type { exportStaffRegistrations as call } from '@gerbang/contracts/staff-registrations';
import { can } from '@gerbang/domain/abilities';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { audit } from '@gerbang/service-kit/audit/audit';
import { refuseManyExports } from '@gerbang/service-kit/audit/recent-actions';
import { assertFresh } from '@gerbang/service-kit/http/fresh';
import { type List, listPages } from '@gerbang/service-kit/http/paging';
import { forbidden } from '@gerbang/service-kit/http/problems';
import type { Semaphore } from '@gerbang/service-kit/program/semaphore';
import type { z } from 'zod';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import type { Context } from '../context.ts';
import { EXPORT_COLUMNS, PERSONAL_COLUMNS } from './export-columns.ts';
import { staffList } from './staff-registrations.view.ts';
import { countOf } from './registration-counts.repository.ts';
import { type ExportRecord, exportRows } from './staff-registrations.repository.ts';
import { type Cell, workbook } from '@gerbang/service-kit/http/workbook';

type Query = z.output<(typeof call)['query']>;

/** The rows of the sheet, in the list's order. */
function rowsFor(context: Context, query: Query): List<ExportRecord, Cell[]> {
  const { personal, sort: _sort, ...filters } = query;
  const columns = personal ? [...EXPORT_COLUMNS, ...PERSONAL_COLUMNS] : EXPORT_COLUMNS;
  const { table, keys, defaultSort } = staffList(context.database.knex, filters);
  return {
    table,
    keys,
    defaultSort,
    rows: () => exportRows(context.database.knex, filters, personal !== undefined),
    toItems: (records) => records.map((one) => columns.map(({ cell }) => cell(one, context))),
  };
}

/**
 * The list's registrations as a workbook, made while it is sent. Personal numbers are in it only where a role that may
 * have them asks for them; the trail notes the export before the first byte. Few run at a time: the others wait, then
 * get 503. 429 after many of one person in an hour.
 */
export async function exportRegistrations(context: Context, caller: Caller, query: Query, slots: Semaphore) {
  const { personal, sort: _sort, search, ...filters } = query;
  if (personal && !can(caller.role, 'registrations.export_personal')) {
    throw forbidden('Anda tidak dapat mengekspor nomor pribadi.');
  }
  if (personal) assertFresh(caller);
  const db = context.database.knex;
  const { release } = await slots.acquire();
  try {
    const action = 'registration.exported';
    const details = {
      rows: await countOf(db, { ...filters, search }),
      personal: personal !== undefined,
      filters,
      searched: search !== undefined,
    };
    await context.database.transaction(async (trx) => {
      await refuseManyExports(trx, caller.id, action, context.config.STAFF_EXPORTS_PER_HOUR);
      const actor = await actorOf(trx, caller);
      await audit(trx, { action, actor, subject: caller.id, details, origin: caller.origin });
    });
    const columns = personal ? [...EXPORT_COLUMNS, ...PERSONAL_COLUMNS] : EXPORT_COLUMNS;
    const stream = workbook('Pendaftaran', columns, listPages(rowsFor(context, query), query));
    stream.once('close', release);
    return { stream, name: `pendaftaran-${jakartaDay(context.now())}.xlsx` };
  } catch (error) {
    release();
    throw error;
  }
}
