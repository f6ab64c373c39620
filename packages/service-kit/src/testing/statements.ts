import type { Knex } from 'knex';
import pg from 'pg';
import { KEPT } from '../data/kept-plans.ts';

interface Sent {
  readonly name?: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The statements that the work sends to PostgreSQL, in their order. */
async function statementsOf(work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = [];
  const { query } = pg.Client.prototype as { query: (...args: unknown[]) => unknown };
  pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]): unknown {
    const [statement, given] = args as [
      string | { name?: string; text: string; values?: unknown[] },
      unknown,
    ];
    const { values = Array.isArray(given) ? given : [], ...rest } =
      typeof statement === 'string' ? { text: statement } : statement;
    // A connection that listens is made beside the work, and sometimes late.
    if (!rest.text.startsWith('listen ')) sent.push({ name: rest.name, text: rest.text, values });
    return query.apply(this, args);
  } as never;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query as never;
  }
  return sent;
}

/** The statements that the work sends to PostgreSQL, in their order: the names of named ones, the texts of the others. */
export async function countStatements(work: () => Promise<unknown>): Promise<string[]> {
  const sent = await statementsOf(work);
  return sent.map(({ name, text }) => (name === undefined || name.startsWith(KEPT) ? text : name));
}

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Node[];
}

/** The tables that a plan reads from end to end: no index is asked for a part, and no limit ends the reading. */
const readWhole = (node: Node): string[] =>
  node['Node Type'] === 'Limit'
    ? []
    : [
        ...(/^(?:Seq|Index|Index Only) Scan$/u.test(node['Node Type']) && node['Index Cond'] === undefined
          ? [node['Relation Name'] ?? '']
          : []),
        ...(node.Plans ?? []).flatMap(readWhole),
      ];

/** A table that a statement reads from end to end. */
interface WholeRead {
  readonly table: string;
  readonly text: string;
}

/**
 * The tables that no index helps the work's statements to read a part of, however large they are: each is planned as if reading a
 * whole table, and joining whole tables, cost more than anything else.
 */
export async function wholeReads(db: Knex, work: () => Promise<unknown>): Promise<WholeRead[]> {
  const sent = await statementsOf(work);
  const reads = sent.filter(({ text }) => /^\s*(?:select|with)\b/iu.test(text));
  const connection = (await db.client.acquireConnection()) as pg.Client;
  try {
    await connection.query('begin');
    await connection.query(
      'set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off',
    );
    const found: WholeRead[] = [];
    for (const { text, values } of reads) {
      const { rows } = await connection.query(`explain (format json) ${text}`, [...values]);
      const [
        {
          'QUERY PLAN': [plan],
        },
      ] = rows as [{ 'QUERY PLAN': [{ Plan: Node }] }];
      found.push(...readWhole(plan.Plan).map((table) => ({ table, text })));
    }
    return found;
  } finally {
    await connection.query('rollback');
    await db.client.releaseConnection(connection);
  }
}
