import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Knex } from 'knex';
import { z } from 'zod';
import { badRequest } from './problems.ts';

const CHUNK = 500;
/** Rows that are worked on before other calls have their turn: an export of 500 held the event loop for 36 ms. */
const PIECE = 50;
const DEFAULT_LIMIT = 50;

/**
 * Where a page begins: after (or before) a row. The row's id is enough, because its key is read again; so no value of
 * a person is in an address. Rows of a list must therefore be deleted softly.
 */
const cursorSchema = z.strictObject({
  s: z.string().max(60),
  d: z.enum(['next', 'prev']),
  i: z.uuid(),
  t: z.int().min(0),
});
export type Cursor = z.infer<typeof cursorSchema>;

/** What every list takes besides its own filters; `sort` is a field, with a minus in front where it descends. */
export interface PageQuery {
  readonly sort?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  /** No row, only how many there are. */
  readonly count?: 'only' | undefined;
}

export interface List<Row extends { readonly id: string }, Item> {
  readonly table: string;
  /** SQL of every field that can sort, from columns of `table` alone and never null. */
  readonly keys: Readonly<Record<string, string>>;
  readonly defaultSort: string;
  /** A fresh query of the filtered rows with their columns, without order or limit. */
  rows(): Knex.QueryBuilder;
  /** Reads the rows of a slice where there is a quicker way than `sliceQuery`, else null. */
  readonly slice?: (part: Slice) => Promise<Row[]> | null;
  /** How many rows there are, where that is known in a cheaper way than by counting `rows`. */
  count?(): Promise<number>;
  /** The rows as the caller sees them; called once a page or piece. */
  toItems(rows: Row[]): Item[] | Promise<Item[]>;
}

export interface Page<Item> {
  readonly items: Item[];
  readonly total: number;
  readonly next: string | null;
  readonly prev: string | null;
}

/** The opaque text of a cursor. */
export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/** Reads a cursor; 400 for anything that is not a cursor, and for a sort that the list does not know. */
export function decodeCursor(text: string, keys: Readonly<Record<string, string>>): Cursor {
  try {
    const cursor = cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    if (Object.hasOwn(keys, fieldOf(cursor.s))) return cursor;
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof z.ZodError)) throw error;
  }
  const message = 'Cursor tidak valid';
  throw badRequest(message, [{ path: 'cursor', message }]);
}

function fieldOf(sort: string): string {
  return sort.startsWith('-') ? sort.slice(1) : sort;
}

/** A part of a list in its order; from its end backwards where `from` has the direction `prev`. */
export interface Slice {
  readonly sort: string;
  readonly limit: number;
  readonly from?: { readonly id: string; readonly direction: 'next' | 'prev' };
}

/** The query of a slice. */
export function sliceQuery(
  list: Pick<List<{ readonly id: string }, unknown>, 'table' | 'keys' | 'rows'>,
  part: Slice,
): Knex.QueryBuilder {
  const key = list.keys[fieldOf(part.sort)];
  if (key === undefined) throw new Error(`${list.table} cannot be sorted by ${part.sort}`);
  const backwards = part.from?.direction === 'prev';
  const descending = part.sort.startsWith('-') !== backwards;
  const id = `${list.table}.id`;
  const rows = list.rows();
  if (part.from) {
    rows.whereRaw(
      `(${key}, ${id}) ${descending ? '<' : '>'} (select ${key}, ${id} from ${list.table} where ${id} = ?)`,
      [part.from.id],
    );
  }
  const order = descending ? 'desc' : 'asc';
  // As a number in the text: with a parameter a prepared statement would be planned for any limit.
  return rows.orderByRaw(`${key} ${order}, ${id} ${order}`).limit(part.limit, { skipBinding: true });
}

async function slice<Row extends { readonly id: string }, Item>(
  list: List<Row, Item>,
  part: Slice,
): Promise<Row[]> {
  const found = (await (list.slice?.(part) ?? sliceQuery(list, part))) as Row[];
  return part.from?.direction === 'prev' ? found.reverse() : found;
}

async function countOf<Row extends { readonly id: string }, Item>(list: List<Row, Item>): Promise<number> {
  if (list.count) return list.count();
  const [row] = (await list.rows().clearSelect().count({ count: '*' })) as Array<{ count: string | number }>;
  return Number(row?.count ?? 0);
}

/** One page of a list; the total is counted for the first page and carried in the cursor. */
export async function pageOf<Row extends { readonly id: string }, Item>(
  list: List<Row, Item>,
  query: PageQuery,
): Promise<Page<Item>> {
  const cursor = query.cursor === undefined ? null : decodeCursor(query.cursor, list.keys);
  const sort = cursor?.s ?? query.sort ?? list.defaultSort;
  const limit = query.limit ?? DEFAULT_LIMIT;
  const backwards = cursor?.d === 'prev';
  const found = await slice(list, {
    sort,
    limit: limit + 1,
    ...(cursor && { from: { id: cursor.i, direction: cursor.d } }),
  });
  const more = found.length > limit;
  const rows = backwards ? found.slice(-limit) : found.slice(0, limit);
  // A first page that holds everything has counted it already.
  const total = cursor?.t ?? (more ? await countOf(list) : rows.length);
  const at = (row: Row | undefined, direction: Cursor['d'], exists: boolean) =>
    row && exists ? encodeCursor({ s: sort, d: direction, i: row.id, t: total }) : null;
  return {
    items: await list.toItems(rows),
    total,
    next: at(rows.at(-1), 'next', backwards || more),
    prev: at(rows[0], 'prev', backwards ? more : cursor !== null),
  };
}

/** The whole list in pieces, so that neither memory, a connection nor the event loop is held for long. */
export async function* listPages<Row extends { readonly id: string }, Item>(
  list: List<Row, Item>,
  query: PageQuery = {},
): AsyncGenerator<Item[]> {
  const sort = query.sort ?? list.defaultSort;
  let from: Slice['from'];
  for (;;) {
    const rows = await slice(list, { sort, limit: CHUNK, ...(from && { from }) });
    for (let at = 0; at < rows.length; at += PIECE) {
      if (at > 0) await turn();
      yield await list.toItems(rows.slice(at, at + PIECE));
    }
    const last = rows.at(-1);
    if (!last || rows.length < CHUNK) return;
    from = { id: last.id, direction: 'next' };
  }
}

/** The whole list as JSON text, read in chunks. */
export async function* wholeList<Row extends { readonly id: string }, Item>(
  list: List<Row, Item>,
  query: PageQuery = {},
): AsyncGenerator<string> {
  let separator = '[';
  for await (const items of listPages(list, query)) {
    for (const item of items) {
      yield separator + JSON.stringify(item);
      separator = ',';
    }
  }
  yield separator === '[' ? '[]' : ']';
}

/** The `Link` header of a page: the same call with another cursor; '' where there is no other page. */
export function linkHeader(
  path: string,
  query: PageQuery,
  page: Pick<Page<unknown>, 'next' | 'prev'>,
): string {
  const link = (cursor: string | null, rel: string) => {
    if (cursor === null) return [];
    const parameters = new URLSearchParams();
    for (const [key, value] of Object.entries({ ...query, cursor })) {
      if (value !== undefined) parameters.set(key, String(value));
    }
    return [`<${path}?${parameters}>; rel="${rel}"`];
  };
  return [...link(page.next, 'next'), ...link(page.prev, 'prev')].join(', ');
}

/** Whether a page is wanted, not the whole list. */
export const isPaged = ({ limit, cursor }: PageQuery): boolean => limit !== undefined || cursor !== undefined;

/**
 * Sends a list: without `limit` and `cursor` the whole array, streamed; else one page with `Link` and `X-Total-Count`, or no row
 * and this number alone where only the count is wanted.
 */
export async function sendList<Row extends { readonly id: string }, Item>(
  reply: FastifyReply,
  path: string,
  query: PageQuery,
  list: List<Row, Item>,
): Promise<Item[] | FastifyReply> {
  if (query.count) {
    reply.header('x-total-count', await countOf(list));
    return [];
  }
  if (!isPaged(query)) {
    return reply.type('application/json; charset=utf-8').send(Readable.from(wholeList(list, query)));
  }
  const page = await pageOf(list, query);
  setPageHeaders(reply, path, query, page);
  return page.items;
}

function setPageHeaders(reply: FastifyReply, path: string, query: PageQuery, page: Page<unknown>): void {
  reply.header('x-total-count', page.total);
  const links = linkHeader(path, query, page);
  if (links) reply.header('link', links);
}

/** Sends one page of items that are JSON already; they are not validated once more. */
export async function sendWrittenPage<Row extends { readonly id: string }>(
  reply: FastifyReply,
  path: string,
  query: PageQuery,
  list: List<Row, string>,
): Promise<FastifyReply> {
  const page = await pageOf(list, query);
  setPageHeaders(reply, path, query, page);
  return reply.type('application/json; charset=utf-8').send(`[${page.items.join(',')}]`);
}
