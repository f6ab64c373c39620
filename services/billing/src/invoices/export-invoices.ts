import { Readable } from 'node:stream';
import type { exportInvoices as call } from '@gerbang/contracts/invoices';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { audit } from '@gerbang/service-kit/audit/audit';
import { actorOf, type Caller } from '@gerbang/service-kit/http/caller';
import { listPages } from '@gerbang/service-kit/http/paging';
import type { Semaphore } from '@gerbang/service-kit/program/semaphore';
import { type Cell, workbook } from '@gerbang/service-kit/http/workbook';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { staffList } from './invoice-lists.repository.ts';
import { EXPORT_COLUMNS } from './export-columns.ts';

type Query = z.output<(typeof call)['query']>;

async function* rowsOf(context: Context, query: Query): AsyncGenerator<Cell[][]> {
  for await (const page of listPages(staffList(context, query), query)) {
    yield page.map((invoice) => EXPORT_COLUMNS.map(({ cell }) => cell(invoice)));
  }
}

/**
 * The list's invoices as a workbook, made while it is sent (authorization, "Rows to come"). Who took what leaves a row in
 * the trail before the first byte. Few at a time: the others wait, then get 503.
 */
export async function exportInvoices(context: Context, caller: Caller, query: Query, slots: Semaphore) {
  const { sort: _sort, search, ...filters } = query;
  const db = context.database.knex;
  const { release } = await slots.acquire();
  try {
    await audit(db, {
      action: 'invoice.exported',
      actor: await actorOf(db, caller),
      subject: caller.id,
      details: {
        rows: await staffList(context, query).count?.(),
        filters,
        searched: search !== undefined,
      },
      origin: caller.origin,
    });
    const bytes = workbook('Tagihan', EXPORT_COLUMNS, rowsOf(context, query));
    const stream = Readable.from(bytes, { objectMode: false });
    stream.once('close', release);
    return { stream, name: `tagihan-${jakartaDay(context.now())}.xlsx` };
  } catch (error) {
    release();
    throw error;
  }
}
