import type { Stack } from '@gerbang/local/stack';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** What a refused call may write, what belongs to no call, and reference data that is too large to read each time. */
const OUTSIDE = new Set([
  // Counters of tries (`uploads` too), and when a session was last seen.
  'uploads',
  'throttles',
  'limits',
  'sessions',
  'password_reset_guards',
  // The trail is sealed by a job, and the outbox emptied by another.
  'audit_chain',
  'audit_anchors',
  'outbox',
  'processed_events',
  // What ends by itself once a day.
  'retention_runs',
  'early_webhooks',
  // Turns of messages that go on their way by themselves.
  'send_pace',
  'provinces',
  'regencies',
  'districts',
  'villages',
]);
/** A message's way to its reader goes on by itself; that there is one is what a call can cause. Nor does a day's end belong to any. */
const ROWS: Readonly<Record<string, string>> = {
  notifications: 'x.id::text',
  audit_events: "case when x.action not like 'retention.%' then x::text end",
};
const CALM_MS = 60_000;

/** Hashes of every business table of every database, to show that a refusal changes nothing. */
export async function openFingerprints(stack: Stack) {
  const names = Object.entries(stack.databaseUrls).filter(([name]) => name !== 'queue');
  const databases = await Promise.all(
    names.map(async ([name, url]) => {
      const owner = new URL(stack.ownerUrl);
      owner.pathname = new URL(url).pathname;
      const client = new pg.Client({ connectionString: owner.href });
      await client.connect();
      const { rows } = await client.query<{ name: string }>(
        `select relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = 'public' order by relname`,
      );
      const tables = rows
        .map((row) => row.name)
        .filter((table) => !OUTSIDE.has(table) && !/knex|migration/u.test(table));
      const query = tables
        .map((table) => {
          const row = ROWS[table] ?? 'x::text';
          return `select '${table}' as name, md5(coalesce(string_agg(md5(${row}), '' order by md5(${row})), '')) as hash from "${table}" x`;
        })
        .join(' union all ');
      return { name, client, query, tables };
    }),
  );
  async function take(): Promise<Map<string, string>> {
    const all = await Promise.all(
      databases
        .filter(({ query }) => query !== '')
        .map(async ({ name, client, query }) => {
          const { rows } = await client.query<{ name: string; hash: string }>(query);
          return rows.map((row): [string, string] => [`${name}.${row.name}`, row.hash]);
        }),
    );
    return new Map(all.flat());
  }
  return {
    take,
    tables: () => databases.flatMap(({ tables }) => tables).length,
    /** Waits until what earlier calls set going has come to rest. */
    async calm(): Promise<void> {
      let before = await take();
      let equal = 0;
      for (const end = Date.now() + CALM_MS; Date.now() < end; ) {
        await sleep(1000);
        const now = await take();
        equal = changed(before, now).length === 0 ? equal + 1 : 0;
        if (equal === 3) return;
        before = now;
      }
    },
    close: async () => {
      await Promise.all(databases.map(({ client }) => client.end()));
    },
  };
}
export type Fingerprints = Awaited<ReturnType<typeof openFingerprints>>;

/** Tables whose content differs. */
export function changed(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...after].filter(([name, hash]) => before.get(name) !== hash).map(([name]) => name);
}
