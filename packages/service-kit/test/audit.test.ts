import { audit } from '../src/audit/audit.ts';
import { brokenLink, sealAudit } from '../src/audit/audit-chain.ts';
import { watchReads } from '../src/audit/read-figures.ts';
import { createDatabase, type Database } from '../src/data/database.ts';
import { createMetrics } from '../src/program/metrics.ts';
import { makeTables } from '../src/data/begin.ts';
import { PATIENCE, testDatabase } from '../src/testing/databases.ts';

const KEY = Buffer.alloc(32, 7);
const SUBJECT = '00000000-0000-7000-8000-000000000001';

describe('the audit trail', () => {
  let own: Awaited<ReturnType<typeof testDatabase>>;
  let database: Database;
  beforeAll(async () => {
    own = await testDatabase('audit');
    database = createDatabase(own.url, PATIENCE);
    await makeTables(own.knex, 'trail');
    await makeTables(own.knex, 'kit');
  });
  afterAll(async () => {
    await database.close();
    await own.drop();
  });

  const write = (action: string) =>
    database.transaction((trx) => audit(trx, { action, actor: null, subject: SUBJECT, details: { a: 1 } }));

  test('when a row is changed, removed or emptied away, then the database refuses', async () => {
    await write('made');
    await expect(own.knex('audit_events').update({ action: 'x' })).rejects.toThrow('append-only');
    await expect(own.knex('audit_events').delete()).rejects.toThrow('append-only');
    await expect(own.knex.raw('truncate audit_events, audit_chain')).rejects.toThrow('append-only');
  });

  test('when rows are written while several processes seal, then each is in the chain once and the chain is whole', async () => {
    // In groups: on a busy machine 1,500 at once would wait too long for a connection.
    for (let group = 0; group < 15; group += 1) {
      await Promise.all(Array.from({ length: 100 }, (_unused, at) => write(`action ${group}-${at}`)));
    }
    for (let round = 0; round < 4; round += 1) {
      await Promise.all([sealAudit(database, KEY), sealAudit(database, KEY), sealAudit(database, KEY)]);
    }
    expect(await own.knex('audit_chain')).toHaveLength(1501);
    expect(await brokenLink(own.knex, KEY)).toBeNull();
  });

  test('when a superuser changes a row past the triggers, then the nightly check names its place', async () => {
    const at = await own.knex('audit_chain').orderBy('position').offset(1203).first();
    await own.knex.transaction(async (trx) => {
      await trx.raw("set local session_replication_role = 'replica'");
      await trx('audit_events')
        .where({ id: at.event_id })
        .update({ details: { a: 2 } });
    });
    expect(await brokenLink(own.knex, KEY)).toBe(Number(at.position));
    // The next tests begin with an empty trail.
    await own.knex.transaction(async (trx) => {
      await trx.raw("set local session_replication_role = 'replica'");
      await trx.raw('truncate audit_events, audit_chain restart identity');
    });
  });

  test('when rows of five years ago end, then an anchor stands for them, and the chain of the rest tells every change', async () => {
    const old = Array.from({ length: 25 }, (_unused, at) => ({
      id: `00000000-0000-7000-8000-0000000001${String(at).padStart(2, '0')}`,
      at: new Date(Date.UTC(2019, 0, 1 + at)),
      action: 'old',
      details: '{}',
    }));
    await own.knex('audit_events').insert(old);
    await sealAudit(database, KEY);
    for (let at = 0; at < 5; at += 1) await write('young');
    await sealAudit(database, KEY);
    const end = async (most: number) => (await own.knex.raw('select end_trail(?) as n', [most])).rows[0].n;
    expect([await end(20), await end(20), await end(20)]).toEqual([20, 5, 0]);
    expect(await own.knex('audit_events').pluck('action')).toEqual(Array.from({ length: 5 }, () => 'young'));
    expect(await own.knex('audit_anchors')).toHaveLength(2);
    expect(await brokenLink(own.knex, KEY)).toBeNull();
    await write('after');
    await sealAudit(database, KEY);
    expect(await brokenLink(own.knex, KEY)).toBeNull();
    await expect(own.knex('audit_events').delete()).rejects.toThrow('append-only');
    await own.knex.transaction(async (trx) => {
      await trx.raw("set local session_replication_role = 'replica'");
      await trx.raw('delete from audit_chain where position = (select min(position) from audit_chain)');
    });
    expect(await brokenLink(own.knex, KEY)).not.toBeNull();
  });

  test('when people read records and export lists, then the figures say how many the busiest opened and how many lists left', async () => {
    const metrics = createMetrics('test');
    watchReads(metrics, database);
    const figure = async (name: string) =>
      Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\d+)$`, 'mu').exec(await metrics.text())?.[1]);
    const read = (action: string, at: number) =>
      database.transaction((trx) =>
        audit(trx, {
          action,
          actor: { id: `00000000-0000-7000-8000-00000000010${at}`, name: null, role: 'cs' },
          subject: SUBJECT,
        }),
      );
    for (const [action, times] of [
      ['registration.read', 4],
      ['message.contact_opened', 1],
      ['registration.updated', 9],
      ['invoice.exported', 2],
    ] as const) {
      for (let time = 0; time < times; time += 1) await read(action, 1);
    }
    await read('file.read', 2);
    expect(await figure('audit_lookups_person_hour')).toBe(5);
    expect(await figure('audit_exports_hour')).toBe(2);
  });
});
