import {
  DAPODIK_ROWS_MOST,
  type DapodikState,
  type exportDapodik as exportCall,
} from '@gerbang/contracts/dapodik';
import {
  DAPODIK_ASK_DAYS,
  DAPODIK_COLUMNS,
  dapodikField,
  dapodikRow,
  missingForDapodik,
} from '@gerbang/domain/dapodik';
import type { Caller } from '@gerbang/service-kit/http/caller';
import { assertFresh } from '@gerbang/service-kit/http/fresh';
import type { ListFile } from '@gerbang/service-kit/http/list-file';
import type { Cell } from '@gerbang/service-kit/http/workbook';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { type AcceptedRecord, acceptedIds, acceptedRecords, factsOf } from './dapodik.repository.ts';

type Query = z.output<(typeof exportCall)['query']>;
type Reading = Pick<Context, 'database' | 'columns'>;

const AT_ONCE = 200;
const ASK_MS = DAPODIK_ASK_DAYS * 24 * 3_600_000;

/** Whether a family may be asked again. */
export const mayAsk = (askedAt: Date | null, now: Date): boolean =>
  askedAt === null || askedAt.getTime() + ASK_MS <= now.getTime();

/** The accepted registrations of a year and level, batch by batch in one order: the ids are read once. */
async function* batches({ database }: Reading, wanted: Query): AsyncGenerator<AcceptedRecord[]> {
  const ids = await acceptedIds(database.knex, wanted);
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    yield acceptedRecords(database.knex, { ids: ids.slice(at, at + AT_ONCE) });
  }
}

/** What is missing of the accepted children, child by child. */
export async function dapodikState(context: Context, wanted: Query): Promise<DapodikState> {
  const now = context.now();
  const children: DapodikState['children'] = [];
  let of = 0;
  let complete = 0;
  for await (const records of batches(context, wanted)) {
    of += records.length;
    for (const record of records) {
      const missing = missingForDapodik(factsOf(context.columns, record, false));
      if (missing.length === 0) complete += 1;
      else if (children.length < DAPODIK_ROWS_MOST) {
        const { id, child, registration_number, jenjang, kelas, academic_year, asked_at } = record;
        children.push({
          registration_id: id,
          registration_number,
          child_name: child.full_name,
          jenjang,
          kelas,
          academic_year,
          missing: missing.map((field) => ({ field, label: dapodikField(field).label })),
          asked_at: asked_at?.toISOString() ?? null,
          may_ask: mayAsk(asked_at, now),
        });
      }
    }
  }
  return { complete, of, children };
}

const cellOf = (value: string | number | null): Cell =>
  value === null || value === '' ? null : typeof value === 'number' ? { number: value } : { text: value };

async function* numbered(context: Context, wanted: Query): AsyncGenerator<(string | number | null)[][]> {
  let last = 0;
  for await (const records of batches(context, wanted)) {
    yield records.map((record) => {
      last += 1;
      return [last, ...dapodikRow(factsOf(context.columns, record, true)).slice(1)];
    });
  }
}

/** The workbook of the accepted children of a year and level; 403 without a fresh proof. */
export function dapodikFile(
  context: Context,
  caller: Pick<Caller, 'fresh'>,
  wanted: Query,
): ListFile<readonly (string | number | null)[]> {
  assertFresh(caller);
  return {
    action: 'dapodik.exported',
    title: 'Daftar Peserta Didik',
    file: 'dapodik',
    columns: DAPODIK_COLUMNS.map(({ title, group }, at) => ({
      title,
      ...(group !== undefined && { group }),
      width: at === 0 ? 5 : 18,
      cell: (row) => cellOf(row[at] ?? null),
    })),
    count: async () => (await acceptedIds(context.database.knex, wanted)).length,
    pages: () => numbered(context, wanted),
  };
}
