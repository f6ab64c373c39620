import type { ChildRow } from '@gerbang/contracts/admission.types';
import type { listChildren } from '@gerbang/contracts/children';
import type { Db } from '@gerbang/service-kit/data/database';
import type { List } from '@gerbang/service-kit/http/paging';
import { containing } from '@gerbang/service-kit/data/search';
import type { z } from 'zod';
import { type ChildListRecord, ownChildren } from './children.repository.ts';
import { toChildRow } from './children.view.ts';

type Query = z.output<NonNullable<(typeof listChildren)['query']>>;

/** The family's children that match the query, the newest first. */
export function childList(db: Db, userId: string, query: Query): List<ChildListRecord, ChildRow> {
  const pattern = containing(query.search);
  return {
    table: 'children',
    keys: { created_at: 'children.created_at', full_name: 'lower(children.full_name)' },
    defaultSort: '-created_at',
    rows: () => {
      const rows = ownChildren(db, userId);
      if (pattern === null) return rows;
      return rows.andWhere((any) => {
        void any.whereILike('children.full_name', pattern).orWhereILike('children.nick_name', pattern);
      });
    },
    toItems: (rows) => rows.map(toChildRow),
  };
}
