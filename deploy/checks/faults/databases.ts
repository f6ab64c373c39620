import type { DatabaseName } from '@gerbang/local/databases';
import type { Stack } from '@gerbang/local/stack';
import pg from 'pg';

/** A database of the stack as its owner sees it; nothing here is a service's own connection. */
export function ownerUrl(stack: Pick<Stack, 'ownerUrl' | 'databaseUrls'>, database: DatabaseName): string {
  const url = new URL(stack.ownerUrl);
  url.pathname = new URL(stack.databaseUrls[database]).pathname;
  return url.href;
}

/** The rows of one statement, over a connection of its own: the one before may not have lived through the fault. */
export async function rowsOf<Row extends object>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // A server that is killed under us fails the statement, which says so itself.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query(text, [...values]);
    return rows as Row[];
  } finally {
    await client.end().catch(() => undefined); // the server may be gone; the statement has its result or its error
  }
}
