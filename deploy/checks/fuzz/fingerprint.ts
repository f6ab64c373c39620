import type { Stack } from '@gerbang/local/stack';
import pg from 'pg';
import { until } from '../kit/until.ts';

/** Tables that a refused call may write, that belong to no call, or that are too large to read each time. */
// biome-ignore format: one line a sort
const OUTSIDE = new Set([
  // Counters of tries, and the last use of a session.
  'uploads', 'throttles', 'limits', 'sessions', 'password_reset_guards',
  // Work of jobs: the seal of the trail, the outbox, retention, the pace of messages, the beat of billing's dues.
  'audit_chain', 'audit_anchors', 'outbox_events', 'processed_events', 'retention_runs', 'early_webhooks',
  'send_pace', 'dues_feed',
  // Reference data.
  'provinces', 'regencies', 'districts', 'villages',
]);
/** The delivery of a message goes on by itself, so that only its existence counts; so does retention. */
const ROWS: Readonly<Record<string, string>> = {
  notifications: 'x.id::text',
  audit_events: "case when x.action not like 'retention.%' then x::text end",
};

/** Fingerprints a second apart that show the end of earlier work; a job that failed is tried again after a few seconds. */
const EQUAL = 5;

export type Fingerprint = ReadonlyMap<string, string>;
export type Fingerprints = Awaited<ReturnType<typeof openFingerprints>>;

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
        .filter((one) => !OUTSIDE.has(one) && !/knex|migration/u.test(one));
      const query = tables
        .map((table) => {
          const row = ROWS[table] ?? 'x::text';
          return `select '${table}' as name, md5(coalesce(string_agg(md5(${row}), '' order by md5(${row})), '')) as hash from "${table}" x`;
        })
        .join(' union all ');
      return { name, client, query, hasOutbox: rows.some((row) => row.name === 'outbox_events') };
    }),
  );
  async function take(): Promise<Fingerprint> {
    const all = databases
      .filter(({ query }) => query !== '')
      .map(async ({ name, client, query }) => {
        const { rows } = await client.query<{ name: string; hash: string }>(query);
        return rows.map((row): [string, string] => [`${name}.${row.name}`, row.hash]);
      });
    return new Map((await Promise.all(all)).flat());
  }
  /** Whether an event still waits to be sent: its copies change later. */
  async function isWaiting(): Promise<boolean> {
    const counts = await Promise.all(
      databases
        .filter(({ hasOutbox }) => hasOutbox)
        .map(({ client }) => client.query('select from outbox_events where relayed_at is null limit 1')),
    );
    return counts.some(({ rowCount }) => rowCount !== 0);
  }
  return {
    take,
    /** Waits until no event is under way and five fingerprints in a row are equal: earlier calls set events going. */
    async settled(): Promise<Fingerprint> {
      let last = await take();
      let equal = 0;
      await until(
        'The end of earlier work',
        async () => {
          const now = await take();
          equal = changed(last, now).length === 0 && !(await isWaiting()) ? equal + 1 : 0;
          last = now;
          return equal === EQUAL;
        },
        { pauseMs: 1000 },
      );
      return last;
    },
    close: async () => {
      await Promise.all(databases.map(({ client }) => client.end()));
    },
  };
}

/** Tables whose content differs. */
export function changed(before: Fingerprint, after: Fingerprint): string[] {
  return [...after].filter(([name, hash]) => before.get(name) !== hash).map(([name]) => name);
}
