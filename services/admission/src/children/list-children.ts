import type { ChildRow } from '@gerbang/contracts/admission.types';
import type { listChildren } from '@gerbang/contracts/children';
import type { Db } from '@gerbang/service-kit/data/database';
import type { List } from '@gerbang/service-kit/http/paging';
import type { z } from 'zod';
import { type ChildListRecord, findOwnChildren } from './children.repository.ts';
import { toChildRow } from './children.view.ts';

type Query = z.output<NonNullable<(typeof listChildren)['query']>>;

/** The family's children that match the query, the newest first. */
export function childList(db: Db, userId: string, query: Query): List<ChildListRecord, ChildRow> {
  return {
    table: 'children',
    keys: { created_at: 'children.created_at', full_name: 'lower(children.full_name)' },
    defaultSort: '-created_at',
    rows: () => findOwnChildren(db, userId, query.search),
    toItems: (rows) => rows.map(toChildRow),
  };
}
