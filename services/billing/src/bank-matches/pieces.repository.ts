import type { Db } from '@gerbang/service-kit/data/database';
import type { Knex } from 'knex';
import { fromPieces, PIECE } from './pieces.ts';

/**
 * The rows of a query in its order, read as texts of some rows each: thousands of rows as such are made in one turn of the
 * loop, which took 35 ms of every other call. Days and moments are texts.
 */
export async function readInPieces<Row>(db: Db, query: Knex.QueryBuilder): Promise<Row[]> {
  const { rows } = await db.raw(
    `select json_agg(line order by place)::text as piece
     from (select to_json(given) as line, row_number() over () - 1 as place from ? given) numbered
     group by place / ? order by min(place)`,
    [query, PIECE],
  );
  return fromPieces<Row>((rows as { piece: string }[]).map(({ piece }) => piece));
}
