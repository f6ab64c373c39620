import type { DatabaseName } from '@gerbang/local/databases';
import type { Stack } from '@gerbang/local/stack';
import pg from 'pg';

/** The address of a service's database as the owner of the cluster. */
export function ownerUrl(stack: Pick<Stack, 'ownerUrl' | 'databaseUrls'>, database: DatabaseName): string {
  const url = new URL(stack.ownerUrl);
  url.pathname = new URL(stack.databaseUrls[database]).pathname;
  return url.href;
}

/** Opens one connection for a few statements. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // The waiting query reports a broken connection; an unhandled event would end the whole run.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined); // The server may be gone; the work has its result or its error.
  }
}

/** The rows of one statement. */
export function rowsOf<T extends object>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<T[]> {
  return withClient(url, async (client) => (await client.query<T>(text, [...values])).rows);
}

/** Makes all staff two days old and of other hands, because an account that was just made is no second person. */
export async function settleStaff(authUrl: string): Promise<void> {
  await rowsOf(
    authUrl,
    `update users set hands_at = now() - interval '2 days',
       made_by = '{}', role_by = '{}', number_by = '{}', password_by = '{}' where role <> 'wali_murid'`,
  );
}
