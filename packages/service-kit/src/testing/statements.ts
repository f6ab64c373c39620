import pg from 'pg';
import { KEPT } from '../data/kept-plans.ts';

/** The statements that the work sends to PostgreSQL, in their order: the names of named ones, the texts of the others. */
export async function countStatements(work: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const { query } = pg.Client.prototype as { query: (...args: unknown[]) => unknown };
  pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]): unknown {
    const [statement] = args as [string | { name?: string; text: string }];
    const { name, text } = typeof statement === 'string' ? { text: statement } : statement;
    // A connection that listens is made beside the work, and sometimes late.
    if (!text.startsWith('listen ')) sent.push(name === undefined || name.startsWith(KEPT) ? text : name);
    return query.apply(this, args);
  } as never;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query as never;
  }
  return sent;
}
