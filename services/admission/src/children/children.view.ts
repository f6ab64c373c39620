import { shown } from '@gerbang/service-kit/http/shown';
import {
  childRowSchema,
  childSchema,
  type listChildren,
  type Child,
  type ChildRow,
} from '@gerbang/contracts/children';
import type { Columns } from '@gerbang/service-kit/data/columns';
import type { Db } from '@gerbang/service-kit/data/database';
import type { List } from '@gerbang/service-kit/http/paging';
import type { z } from 'zod';
import { documentCounts } from '../child-documents/count-documents.ts';
import { numbersOf } from '../registration-record/open-fields.ts';
import {
  type ChildListRecord,
  type ChildRecord,
  findOwnChildren,
} from '../registration-record/children.repository.ts';

/** Rows of the list, without personal numbers; a child of whom no document is asked has no count of them. */
async function toChildRows(db: Db, records: readonly ChildListRecord[]): Promise<ChildRow[]> {
  const counts = await documentCounts(
    db,
    records.map(({ id }) => id),
  );
  return records.map((record) => {
    const documents = counts.get(record.id);
    return { ...shown(childRowSchema, record), ...(documents && { documents }) };
  });
}

/** A child as its GET shows it. */
export function toChild(columns: Columns, record: ChildRecord, locked: boolean): Child {
  return { ...shown(childSchema, record), ...numbersOf(columns, record), locked };
}

type Query = z.output<NonNullable<(typeof listChildren)['query']>>;

/** The family's children that match the query, the newest first. */
export function childList(db: Db, userId: string, query: Query): List<ChildListRecord, ChildRow> {
  return {
    table: 'children',
    keys: { created_at: 'children.created_at', full_name: 'lower(children.full_name)' },
    defaultSort: '-created_at',
    rows: () => findOwnChildren(db, userId, query.search),
    toItems: (rows) => toChildRows(db, rows),
  };
}
