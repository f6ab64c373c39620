import { audit } from '../src/audit/audit.ts';
import { makeTables } from '../src/data/begin.ts';
import { changeLocked } from '../src/data/change-locked.ts';
import { beforeCommit, createDatabase, type Database, type Db } from '../src/data/database.ts';
import { createOutbox } from '../src/events/outbox.ts';
import { PATIENCE, testDatabase } from '../src/testing/databases.ts';
import { testSealer } from '../src/testing/identity.ts';
import { countStatements } from '../src/testing/statements.ts';

const outbox = createOutbox(testSealer());
const userId = '019a0000-0000-7000-8000-000000000001';

describe('trail and outbox of a transaction', () => {
  let own: Awaited<ReturnType<typeof testDatabase>>;
  let database: Database;
  beforeAll(async () => {
    own = await testDatabase('last_rows');
    database = createDatabase(own.url, PATIENCE);
    await makeTables(own.knex, 'trail');
    await makeTables(own.knex, 'kit');
    await database.ping();
  });
  beforeEach(() => own.knex('outbox_events').delete());
  afterAll(async () => {
    await database.close();
    await own.drop();
  });

  const note = (db: Db, action: string) => audit(db, { action, actor: null, subject: userId });
  const tell = (db: Db, epoch: number) => outbox.publish(db, 'sessions.revoked', { userId, epoch });
  const written = async () => ({
    trail: await own.knex('audit_events').orderBy('id').pluck('action'),
    events: (await own.knex('outbox_events')).length,
  });
  const inserts = (statements: readonly string[]) =>
    statements.flatMap((text, at) => (text.includes('insert into') ? [at] : []));

  test('when a change has entries and events, then one statement writes all of them, before what is left to the end', async () => {
    const statements = await countStatements(() =>
      database.transaction(async (trx) => {
        beforeCommit(trx, () => trx.raw('select 3'));
        await note(trx, 'one');
        await tell(trx, 1);
        await trx.raw('select 2');
        await tell(trx, 2);
        await note(trx, 'two');
      }),
    );
    expect(statements).toHaveLength(5);
    expect(inserts(statements)).toEqual([2]);
    expect(statements[3]).toBe('select 3');
    expect(await written()).toEqual({ trail: ['one', 'two'], events: 2 });
  });

  test('when what a change returns is read from the trail, then its own entry is there', async () => {
    const caller = {
      id: userId,
      role: 'admin',
      name: 'Sari',
      origin: { address: '', requestId: 'r1' },
      ifMatch: undefined,
      idempotencyKey: undefined,
    } as const;
    const read = await changeLocked(database, caller, {
      lock: async () => ({ id: userId, version: 1 }),
      notFound: () => new Error('never'),
      expect: { actions: [], present: () => null },
      apply: async () => 'changed',
      audit: () => ({ action: 'seen', subject: userId }),
      view: ({ trx }) => trx('audit_events').where({ action: 'seen' }).pluck<string[]>('actor_name'),
    });
    expect(read).toEqual(['Sari']);
  });

  test('when the last step of a transaction has events itself, then they are written after it', async () => {
    await database.transaction(async (trx) => {
      beforeCommit(trx, () => tell(trx, 1));
      await tell(trx, 2);
    });
    expect((await written()).events).toBe(2);
  });

  test('when a part of a transaction is undone, then so are its events alone; outside of one they are written at once', async () => {
    await database.transaction(async (trx) => {
      await tell(trx, 1);
      const undone = trx.transaction(async (part) => {
        await tell(part, 2);
        throw new Error('undone');
      });
      await expect(undone).rejects.toThrow('undone');
      await trx.transaction((part) => tell(part, 3));
    });
    expect((await written()).events).toBe(2);
    await tell(own.knex, 4);
    expect((await written()).events).toBe(3);
  });
});
