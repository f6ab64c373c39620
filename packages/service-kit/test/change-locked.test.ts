import { changeLocked } from '../src/data/change-locked.ts';
import { createDatabase, type Database } from '../src/data/database.ts';
import { makeTables } from '../src/data/begin.ts';
import type { Caller } from '../src/http/caller.ts';
import { notFound } from '../src/http/problems.ts';
import { PATIENCE, testDatabase } from '../src/testing/databases.ts';

const CALLER_ID = '00000000-0000-7000-8000-000000000001';
const ID = '00000000-0000-7000-8000-00000000000a';
const OTHER = '00000000-0000-7000-8000-00000000000b';

describe('changeLocked', () => {
  let own: Awaited<ReturnType<typeof testDatabase>>;
  let database: Database;
  beforeAll(async () => {
    own = await testDatabase('change_locked');
    database = createDatabase(own.url, PATIENCE);
    await makeTables(own.knex, 'trail');
    await own.knex.raw(`
      create table accounts (id uuid primary key, name text, role text, phone text, active boolean, version bigint);
      create table notes (id uuid primary key, text text not null, version integer not null);
      create table told (text text not null)`);
    await own
      .knex('accounts')
      .insert({ id: CALLER_ID, name: 'Sari', role: 'admin', active: true, version: 1 });
    await own.knex('notes').insert({ id: ID, text: 'old', version: 1 });
  });
  afterAll(async () => {
    await database.close();
    await own.drop();
  });

  const write = (text: string, { ifMatch, id = ID }: { ifMatch?: string; id?: string } = {}) => {
    const caller: Caller = {
      id: CALLER_ID,
      role: 'admin',
      origin: { address: '10.0.0.1', requestId: 'r1' },
      ifMatch,
      idempotencyKey: undefined,
    };
    return changeLocked(database, caller, {
      lock: (trx) =>
        trx<{ id: string; text: string; version: number }>('notes').where({ id }).forNoKeyUpdate().first(),
      notFound: () => notFound(),
      expect: { actions: ['note.changed'], present: ({ present }) => present.text },
      apply: async ({ trx, present }) => {
        if (present.text === text) return null;
        await trx('notes')
          .where({ id })
          .update({ text, version: present.version + 1 });
        if (text === 'refused') throw new Error('refused after the write');
        return { from: present.text, to: text };
      },
      audit: (_step, details) => ({ action: 'note.changed', subject: id, details }),
      publish: ({ trx }, { to }) => trx('told').insert({ text: to }),
      view: ({ present }, change) => ({
        version: present.version + (change ? 1 : 0),
        changed: change !== null,
      }),
    });
  };
  const kept = async () => ({
    note: await own.knex('notes').first(),
    trail: await own.knex('audit_events').orderBy('id').select('action', 'actor_name', 'details', 'address'),
    told: await own.knex('told').pluck('text'),
  });

  test('when a record is changed, then row, trail and outbox are written and the view is returned', async () => {
    expect(await write('new', { ifMatch: '"1"' })).toEqual({ version: 2, changed: true });
    expect(await kept()).toEqual({
      note: { id: ID, text: 'new', version: 2 },
      trail: [
        {
          action: 'note.changed',
          actor_name: 'Sari',
          details: { from: 'old', to: 'new' },
          address: '10.0.0.1',
        },
      ],
      told: ['new'],
    });
  });

  test('when nothing changes, is not found, stale or refused, then nothing is written', async () => {
    const before = await kept();
    expect(await write('new')).toEqual({ version: 2, changed: false });
    await expect(write('newer', { id: OTHER })).rejects.toMatchObject({ statusCode: 404 });
    await expect(write('newer', { ifMatch: '"1"' })).rejects.toMatchObject({
      code: 'stale',
      stale: { changed_by: { name: 'Sari', role: 'admin' }, present: 'new' },
    });
    await expect(write('refused')).rejects.toThrow('refused after the write');
    expect(await kept()).toEqual(before);
  });

  test('when two changes meet, then the second sees what the first wrote', async () => {
    const done = await Promise.all([write('one'), write('two')]);
    const versions = done.map(({ version }) => version);
    expect([Math.min(...versions), Math.max(...versions)]).toEqual([3, 4]);
  });
});
