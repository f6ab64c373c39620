import { retentionRules } from '@gerbang/notification-service/retention';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { ownerUrl, rowsOf } from '../kit/databases.ts';
import { decideFee, registerPaid } from '../kit/families.ts';
import { logInDemo, signUp } from '../kit/people.ts';
import { KB } from './figures.ts';
import type { Row } from './report.ts';
import type { Bench } from './runner.ts';
import { sizeOf } from './settings.ts';
import { settle } from './settle.ts';

const SERVICES = ['auth', 'admission', 'announcement', 'billing', 'notification'] as const;
const PARALLEL = 4;
const LARGEST = 4;

/** The bytes of each table with its indexes, by service and name. */
async function sizes({ stack }: Bench): Promise<Map<string, number>> {
  const all = new Map<string, number>();
  for (const service of SERVICES) {
    const rows = await rowsOf<{ name: string; bytes: number }>(
      stack().databaseUrls[service],
      `select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
       where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    for (const { name, bytes } of rows) all.set(`${service} ${name}`, bytes);
  }
  return all;
}

/** What each family of a day leaves in the tables, from its account to the verified fee, and how long old messages take to end. */
export async function measureDay(bench: Bench): Promise<Row[]> {
  const families = sizeOf(bench, { usual: 400, quick: 40, tiny: 2 });
  const finance = await logInDemo(bench.client(), 'finance');
  await settle(bench.stack(), bench.redisPid);
  const before = await sizes(bench);
  let left = families;
  const come = async () => {
    while (left-- > 0) {
      const { call } = await signUp(bench.client());
      await decideFee(finance.call, await registerPaid(call), 'verified');
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, come));
  await settle(bench.stack(), bench.redisPid);
  const grown = [...(await sizes(bench))]
    .map(([name, bytes]) => ({ name, kb: (bytes - (before.get(name) ?? 0)) / KB / families }))
    .toSorted((a, b) => b.kb - a.kb);
  const largest = grown.slice(0, LARGEST).map(({ name, kb }) => `${name} ${kb.toFixed(1)}`);
  return [
    {
      what: `${families} families from account to verified fee, what each leaves in the tables`,
      value: grown.reduce((sum, { kb }) => sum + kb, 0),
      unit: 'KB',
      note: largest.join(', '),
    },
    await endTexts(bench),
  ];
}

/** The rule of retention with the most rows: texts of messages older than ninety days, of copies of one. */
async function endTexts(bench: Bench): Promise<Row> {
  const count = sizeOf(bench, { usual: 50_000, quick: 5000, tiny: 20 });
  const url = ownerUrl(bench.stack(), 'notification');
  await rowsOf(
    url,
    `insert into notifications select (jsonb_populate_record(null::notifications, to_jsonb(n) || jsonb_build_object('id', gen_random_uuid(),
       'dedupe_key', 'old:' || g, 'wamid', null, 'created_at', now() - interval '91 days'))).*
     from (select * from notifications where message is not null and priority <> 'code' limit 1) n,
       generate_series(1, $1::int) g`,
    [count],
  );
  const database = createDatabase(url, { name: 'bench' });
  try {
    const began = performance.now();
    for (const rule of retentionRules(database)) while ((await rule.end()) > 0);
    return {
      what: `${count} old messages ended by the daily run`,
      value: (performance.now() - began) / 1000,
      unit: 's',
    };
  } finally {
    await database.close();
  }
}
