import { join } from 'node:path';
import { migrate } from '@gerbang/service-kit/migrate';
import { createSealer } from '@gerbang/service-kit/sealing';
import { testDatabase } from '@gerbang/service-kit/testing/databases';
import { testKeyRing } from '@gerbang/service-kit/testing/keys';
import { recipientKey } from '../src/recipient-key.ts';
import { place } from '../src/repository.ts';
import { rotateMessages } from '../src/rotation.ts';
import { scriptedProvider, silentBus, startWorker } from './harness.ts';

const MIGRATIONS = join(__dirname, '../migrations');

test('F18 when the migrations are taken back and done again, then the schema is the same', async () => {
  const own = await testDatabase('notification', MIGRATIONS);
  const schema = async () => {
    const { rows } = await own.knex.raw(
      `select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as line
       from information_schema.columns where table_schema = 'public'
       union all select indexdef from pg_indexes where schemaname = 'public'
       union all select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
         where connamespace = 'public'::regnamespace
       union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by 1`,
    );
    return rows as unknown[];
  };
  const before = await schema();
  await migrate({ url: own.url, directory: MIGRATIONS, direction: 'down' });
  const { rows } = await own.knex.raw(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'S', 'v')
       and relname not like 'migrations%'`,
  );
  expect(rows).toEqual([]);
  await migrate({ url: own.url, directory: MIGRATIONS });
  expect(await schema()).toEqual(before);
  await own.drop();
}, 60_000);

test('when the column keys are rotated, then every message opens without the old key and is found by its number', async () => {
  const worker = await startWorker({ bus: silentBus().bus, provider: scriptedProvider().provider });
  const to = '+6281355550001';
  const id = await worker.ask({ to });
  const fresh = testKeyRing('fresh');
  expect(await rotateMessages(worker.database, [...fresh, ...worker.columnKeys])).toBe(1);
  const row = await worker.row(id);
  const sealer = createSealer(fresh);
  expect(sealer.open(row.recipient_sealed, place('recipient', id))).toBe(to);
  expect(sealer.open(row.params_sealed, place('params', id))).toContain('Siti');
  expect(row.recipient_key).toBe(recipientKey(fresh, to));
  expect(await rotateMessages(worker.database, [...fresh, ...worker.columnKeys])).toBe(0);
  await worker.stop();
});
