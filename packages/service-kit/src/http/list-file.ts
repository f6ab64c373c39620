import { CSV, type Endpoint, XLSX } from '@gerbang/contracts/endpoint';
import type { FileFormat } from '@gerbang/contracts/lists';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Readable } from 'node:stream';
import { type Actor, audit } from '../audit/audit.ts';
import { refuseManyExports } from '../audit/recent-actions.ts';
import type { Database, Db } from '../data/database.ts';
import { Semaphore } from '../program/semaphore.ts';
import { actorOf, callerOf, type Caller } from './caller.ts';
import { rowsOf, type SheetColumn } from './cells.ts';
import { csv } from './csv.ts';
import type { Verifier } from './identity.ts';
import { type Call, mount, type SessionIdentity } from './mount.ts';
import { type List, listPages, type PageQuery } from './paging.ts';
import { unprocessable } from './problems.ts';
import { type Cell, type Column, workbook } from './workbook.ts';

/** Slow lines need time; few files are made at once, because each takes a connection of the database now and then. */
const FILE_TIME_MS = 120_000;
const FILES_AT_ONCE = 3;
const FILES_AN_HOUR = 60;
const ROWS_MOST = 200_000;

interface Sheet {
  /** The sheet's name. */
  readonly title: string;
  /** The file's name without day and ending. */
  readonly file: string;
  readonly columns: readonly Column[];
  readonly rows: AsyncIterable<readonly (readonly Cell[])[]>;
  /** Whether the workbook is read again by the portal. */
  readonly placed?: boolean;
}

/** Sends a sheet in the wanted format while it is made; the stream is the one whose end ends the sending. */
export function sendSheet(
  reply: FastifyReply,
  format: FileFormat | undefined,
  { title, file, columns, rows, placed }: Sheet,
  now: Date,
): { readonly reply: FastifyReply; readonly stream: Readable } {
  const stream = format === 'csv' ? csv(columns, rows) : workbook(title, columns, rows, { placed });
  const name = `${file}-${jakartaDay(now)}.${format ?? 'xlsx'}`;
  return {
    stream,
    reply: reply
      .type(format === 'csv' ? `${CSV}; charset=utf-8` : XLSX)
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'no-store')
      .send(stream),
  };
}

/** A list of the staff as a file. */
export interface ListFile<Item> extends Omit<Sheet, 'rows' | 'columns'> {
  /** The action of its row in the trail, whose record is `subject`, else the person. */
  readonly action: `${string}.exported`;
  readonly subject?: string;
  /** What the row says besides the number of rows and the filters. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly columns: readonly SheetColumn<Item>[];
  readonly count: () => Promise<number>;
  readonly pages: () => AsyncIterable<readonly Item[]>;
}

/** How many rows a list has, counted a little beyond the most that a file takes. */
async function countOf(db: Db, list: Pick<List<{ readonly id: string }, unknown>, 'rows' | 'table'>) {
  const some = list.rows().clearSelect().select(`${list.table}.id`);
  const [row] = await db.from(some.limit(ROWS_MOST + 1).as('some')).count<{ n: number | string }[]>('* as n');
  return Number(row?.n ?? 0);
}

/** The rows of a list under its query. */
export const wholeOf = <Row extends { readonly id: string }, Item>(
  db: Db,
  list: List<Row, Item>,
  query: PageQuery,
) => ({ count: () => countOf(db, list), pages: () => listPages(list, query) });

/** Where files of lists are noted, and who takes them. */
export interface Files {
  readonly database: Database;
  readonly now: () => Date;
  /** How many files one person may take in an hour. */
  readonly most?: number;
  readonly actorOf?: (trx: Db, caller: Caller) => Promise<Actor>;
}

interface FileQuery extends PageQuery {
  readonly format?: FileFormat;
  readonly search?: string;
  readonly personal?: string;
}

const slots = new WeakMap<Database, Semaphore>();

function slotsOf(database: Database): Semaphore {
  const own = slots.get(database) ?? new Semaphore(FILES_AT_ONCE);
  slots.set(database, own);
  return own;
}

/**
 * Mounts a call that gives a list as a file, made while it is sent; `plan` decides what the caller may have. The trail notes
 * it before the first byte. Few files are made at once: the others wait, then get 503. 429 after many of one person in an
 * hour, 422 for more rows than a spreadsheet is good for.
 */
export function mountListFile<E extends Endpoint, Item>(
  app: FastifyInstance,
  verifier: Verifier,
  endpoint: E,
  { database, now, most = FILES_AN_HOUR, actorOf: actorBy = actorOf }: Files,
  plan: (call: Call<E>) => ListFile<Item> | Promise<ListFile<Item>>,
): void {
  const handler = async (call: Call<E>) => {
    const { format, search, sort: _sort, personal: _personal, ...filters } = (call.query ?? {}) as FileQuery;
    const caller = callerOf(call.identity as SessionIdentity, call.request);
    const { action, subject = caller.id, details, columns, count, pages, ...sheet } = await plan(call);
    const { release } = await slotsOf(database).acquire();
    try {
      const rows = await count();
      if (rows > ROWS_MOST) throw tooLong();
      await database.transaction(async (trx) => {
        await refuseManyExports(trx, caller.id, action, most);
        await audit(trx, {
          action,
          actor: await actorBy(trx, caller),
          subject,
          details: { rows, ...details, filters, searched: search !== undefined, ...(format && { format }) },
          origin: caller.origin,
        });
      });
      const sent = sendSheet(
        call.reply,
        format,
        { ...sheet, columns, rows: rowsOf(columns, pages()) },
        now(),
      );
      sent.stream.once('close', release);
      return sent.reply;
    } catch (error) {
      release();
      throw error;
    }
  };
  mount(app, verifier, endpoint, handler, FILE_TIME_MS);
}

const tooLong = () =>
  unprocessable(
    'too_many_rows',
    `Hasil ini lebih dari ${ROWS_MOST.toLocaleString('id-ID')} baris. Persempit saringannya, lalu unduh lagi.`,
  );
