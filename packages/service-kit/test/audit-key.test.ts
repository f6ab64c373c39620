import { createHash } from 'node:crypto';
import { audit } from '../src/audit/audit.ts';
import { brokenLink, sealAudit } from '../src/audit/audit-chain.ts';
import { type ChainHead, chainHead, lostHead } from '../src/audit/chain-head.ts';
import { watchTrail } from '../src/audit/trail-watch.ts';
import { createDatabase, type Database, type Db } from '../src/data/database.ts';
import { makeTables } from '../src/data/begin.ts';
import { createLogger } from '../src/program/logger.ts';
import { createMetrics } from '../src/program/metrics.ts';
import { PATIENCE, testDatabase } from '../src/testing/databases.ts';

const KEY = Buffer.alloc(32, 7);
const SUBJECT = '00000000-0000-7000-8000-000000000001';
const ROWS = `select c.position, c.event_id, c.hash, (to_jsonb(e) || jsonb_build_object('at', extract(epoch from e.at)))::text as text
  from audit_chain c join audit_events e on e.id = c.event_id order by 1`;

interface Row {
  readonly position: string;
  readonly event_id: string;
  readonly hash: Buffer;
  readonly text: string;
}

describe('the key of the audit chain', () => {
  let own: Awaited<ReturnType<typeof testDatabase>>;
  let database: Database;
  beforeEach(async () => {
    own = await testDatabase('audit_key');
    database = createDatabase(own.url, PATIENCE);
    await makeTables(own.knex, 'trail');
    await makeTables(own.knex, 'kit');
  });
  afterEach(async () => {
    await database.close();
    await own.drop();
  });

  const write = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      await database.transaction((trx) => audit(trx, { action: 'made', actor: null, subject: SUBJECT }));
    }
  };
  const rowsOf = async (db: Db): Promise<Row[]> => (await db.raw(ROWS)).rows;
  const asSuperuser = (work: (trx: Db) => Promise<unknown>) =>
    own.knex.transaction(async (trx) => {
      await trx.raw("set local session_replication_role = 'replica'");
      await work(trx);
    });

  /** Makes the links of these places anew, as anyone can who may write the table but has no key. */
  const relink = (from: number, until = Number.POSITIVE_INFINITY, columns: object = {}) =>
    asSuperuser(async (trx) => {
      let hash: Buffer = Buffer.alloc(32);
      for (const [at, row] of (await rowsOf(trx)).entries()) {
        if (at < from || at >= until) hash = row.hash;
        else {
          hash = createHash('sha256').update(hash).update(row.text).digest();
          await trx('audit_chain')
            .where({ position: row.position })
            .update({ hash, ...columns });
        }
      }
    });
  const alter = (row: Row | undefined) =>
    asSuperuser((trx) => trx('audit_events').where({ id: row?.event_id }).update({ action: 'altered' }));

  /** Links of an installation from before the key. */
  async function plainLinks(times: number): Promise<void> {
    await write(times);
    const ids = await own.knex('audit_events').orderBy(['at', 'id']).pluck('id');
    for (const id of ids) await own.knex('audit_chain').insert({ event_id: id, hash: Buffer.alloc(32) });
    await relink(0);
  }

  test('when links of an older version are there, then they stay verifiable, and the first keyed one covers them', async () => {
    await plainLinks(3);
    expect(await brokenLink(own.knex, KEY)).toBeNull();
    await write(2);
    expect(await sealAudit(database, KEY)).toBe(2);
    expect(await brokenLink(own.knex, KEY)).toBeNull();
    const rows = await rowsOf(own.knex);
    await alter(rows[1]);
    await relink(1, 3);
    expect(await brokenLink(own.knex, KEY)).toBe(Number(rows[3]?.position));
  });

  test('when a keyed row is altered and the chain is made anew without the key, then the check names the place', async () => {
    await write(4);
    await sealAudit(database, KEY);
    const rows = await rowsOf(own.knex);
    await alter(rows[2]);
    expect(await brokenLink(own.knex, KEY)).toBe(Number(rows[2]?.position));
    await relink(2);
    expect(await brokenLink(own.knex, KEY)).toBe(Number(rows[2]?.position));
    // Called plain, the new links fit in themselves; but no plain link follows a keyed one.
    await relink(2, undefined, { method: 'sha256' });
    expect(await brokenLink(own.knex, KEY)).toBe(Number(rows[2]?.position));
    expect(await brokenLink(own.knex, Buffer.alloc(32, 8))).toBe(Number(rows[0]?.position));
  });

  test('when the end of the chain is cut off, then the rest fits in itself, and the link that was noted tells', async () => {
    await write(4);
    await sealAudit(database, KEY);
    const head = (await chainHead(own.knex)) as ChainHead;
    const rows = await rowsOf(own.knex);
    expect(head).toEqual({
      position: Number(rows[3]?.position),
      hash: rows[3]?.hash.toString('hex'),
      at: expect.any(String),
    });
    expect(await lostHead(own.knex, head)).toBeNull();
    await write(1);
    await sealAudit(database, KEY);
    expect(await lostHead(own.knex, head)).toBeNull();
    await asSuperuser((trx) =>
      trx('audit_chain').where('position', '>=', Number(rows[3]?.position)).delete(),
    );
    // Without its end the chain fits in itself.
    expect(await brokenLink(own.knex, KEY)).toBeNull();
    expect(await lostHead(own.knex, head)).toBe('cut');
  });

  test('when the whole chain is made anew without the key, then it fits in itself, and the noted link tells', async () => {
    await write(4);
    await sealAudit(database, KEY);
    const head = (await chainHead(own.knex)) as ChainHead;
    await alter((await rowsOf(own.knex))[0]);
    await relink(0, undefined, { method: 'sha256' });
    expect(await brokenLink(own.knex, KEY)).toBeNull();
    expect(await lostHead(own.knex, head)).toBe('rewritten');
  });

  test('when retention has ended the noted link after its years, then nothing is lost; when it was younger, then it is', async () => {
    await own
      .knex('audit_events')
      .insert({ id: SUBJECT, at: new Date(Date.UTC(2019, 0, 1)), action: 'old', details: '{}' });
    await sealAudit(database, KEY);
    const head = (await chainHead(own.knex)) as ChainHead;
    await write(1);
    await sealAudit(database, KEY);
    await own.knex.raw('select end_trail(10)');
    expect(await lostHead(own.knex, head)).toBeNull();
    expect(await lostHead(own.knex, { ...head, at: new Date().toISOString() })).toBe('cut');
  });

  test('when the last link is noted, then log and figures have it, and an hour later a lost one is a finding', async () => {
    const lines: string[] = [];
    const log = createLogger('test', 'info', { write: (line) => void lines.push(line) });
    const metrics = createMetrics('test');
    const found: number[] = [];
    const watch = watchTrail({
      database,
      key: KEY,
      log,
      metrics,
      record: (_check, findings) => void found.push(findings),
    });
    const figure = async (name: string) =>
      new RegExp(`^${name}\\{[^}]*\\} (\\S+)$`, 'mu').exec(await metrics.text())?.[1];
    await watch.noteHead();
    expect(await figure('audit_chain_position')).toBe('Nan');
    await write(3);
    await sealAudit(database, KEY);
    await watch.noteHead();
    const head = (await chainHead(own.knex)) as ChainHead;
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ event: 'audit_chain_head', ...head }),
    ]);
    expect(await figure('audit_chain_position')).toBe(String(head.position));
    expect(await figure('audit_chain_hash')).toBe(String(Number.parseInt(head.hash.slice(0, 12), 16)));
    await write(1);
    await sealAudit(database, KEY);
    await watch.noteHead();
    expect(found).toEqual([]);
    await relink(0, undefined, { method: 'sha256' });
    await watch.noteHead();
    await watch.checkAll();
    expect(found).toEqual([1, 1]);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ event: 'audit_trail_broken', found: 'rewritten' });
  });
});
