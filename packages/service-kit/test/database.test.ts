import { randomUUID } from 'node:crypto';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { beforeCommit, createDatabase, type Database, waitLonger } from '../src/data/database.ts';
import { withIdempotency } from '../src/http/idempotency.ts';
import { makeTables } from '../src/data/begin.ts';
import { problemOf } from '../src/http/problems.ts';
import { PATIENCE, testDatabase } from '../src/testing/databases.ts';
import { testSealer } from '../src/testing/identity.ts';
import { openProxy } from '../src/testing/tcp-proxy.ts';
import { until } from '../src/testing/until.ts';
import type { Knex } from 'knex';
import type { EventEmitter } from 'node:events';

const user = '019a0000-0000-7000-8000-000000000001';

describe('database', () => {
  let own: Awaited<ReturnType<typeof testDatabase>>;
  let database: Database;
  beforeAll(async () => {
    own = await testDatabase('kitdb');
    database = createDatabase(own.url, PATIENCE);
    await makeTables(own.knex, 'kit');
    await own.knex.raw(
      'create table rows (id serial primary key, day date, amount bigint, text text unique)',
    );
  });
  afterAll(async () => {
    await database.close();
    await own.drop();
  });

  test('when a date and an int8 are read, then the day is the text and the amount an exact number', async () => {
    await database.knex('rows').insert({ day: '2026-03-01', amount: 9_000_000_000 });
    const [row] = await database.prepared<{ day: unknown; amount: unknown }>(
      'one',
      'select day, amount from rows',
      [],
    );
    expect(row).toEqual({ day: '2026-03-01', amount: 9_000_000_000 });
    await expect(database.knex.raw('select 9007199254740993::int8')).rejects.toThrow('too large');
  });

  test('when the connection of a transaction is lost, then it is a 503, whichever statement finds out', async () => {
    const work = database.transaction(async (trx) => {
      const { rows } = await trx.raw('select pg_backend_pid() as pid');
      const connection = (await trx.client.acquireConnection()) as EventEmitter;
      const heard = new Promise((resolve) => connection.once('end', resolve));
      await own.knex.raw('select pg_terminate_backend(?, 60000)', [rows[0].pid]);
      // The client has heard of it: it sends nothing any more.
      await heard;
      await trx.raw('select 1');
    });
    const problem = await work.then(
      () => null,
      (error: unknown) => problemOf(error),
    );
    expect(problem?.statusCode).toBe(503);
    await expect(database.ping()).resolves.toBeUndefined();
  });

  test('when the database takes connections and says nothing, then it is a 503 in time', async () => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => void sockets.add(socket.on('error', () => socket.destroy())));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const away = createDatabase(`postgres://nobody@127.0.0.1:${port}/none`, { waitMs: 600 });
    const direct = away.ping().then(
      () => null,
      (error: unknown) => problemOf(error),
    );
    expect((await direct)?.statusCode).toBe(503);
    for (const socket of sockets) socket.destroy();
    await away.close();
    await new Promise((resolve) => silent.close(resolve));
  });

  test('when a host vanishes amid a statement, then the statement is a 503 in time, and the next one has another connection', async () => {
    const url = new URL(own.url);
    const { port } = url;
    const line = await openProxy(() => Number(port));
    Object.assign(url, { hostname: '127.0.0.1', port: String(line.port) });
    const away = createDatabase(url.href, { ...PATIENCE, silentMs: 1500 });
    await away.ping();
    line.set({ is: 'silent' });
    const lost = await away.ping().then(
      () => null,
      (error: unknown) => problemOf(error),
    );
    expect(lost?.statusCode).toBe(503);
    line.set({ is: 'well' });
    await away.ping();
    expect(line.figures.connections).toBe(2);
    await away.knex.transaction(async (trx) => {
      await waitLonger(trx, 60_000);
      // Longer than the others may take.
      await trx.raw('select pg_sleep(2)');
    });
    // A connection that has waited longer once does not afterwards.
    line.set({ is: 'silent' });
    const lostAgain = await away.ping().then(
      () => null,
      (error: unknown) => problemOf(error),
    );
    expect(lostAgain?.statusCode).toBe(503);
    line.set({ is: 'well' });
    await away.close();
    await line.close();
  });

  test.each([
    ['a bad uuid', "select 'x'::uuid", 400],
    ['a bad date', "select '2026-02-30'::date", 400],
    ['an integer out of range', 'select 99999999999::int4', 400],
  ])('when the database refuses %s, then the answer is %s %i', async (_what, sql, status) => {
    const error = await database.knex.raw(sql).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(problemOf(error).statusCode).toBe(status);
  });

  test('when a statement takes too long, then the answer is 503', async () => {
    const hasty = createDatabase(own.url, { waitMs: 600 });
    const error = await hasty.knex.raw('select pg_sleep(3600)').then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(problemOf(error).statusCode).toBe(503);
    await hasty.close();
  });

  test('when a unique value is taken, then the answer is 409', async () => {
    await database.knex('rows').insert({ text: 'a' });
    const error = await database
      .knex('rows')
      .insert({ text: 'a' })
      .then(
        () => null,
        (reason: unknown) => reason,
      );
    expect(problemOf(error).statusCode).toBe(409);
  });

  test('M-12 when two transactions lock each other out, then both succeed: the loser is run again', async () => {
    const [one, two] = await database
      .knex('rows')
      .insert([{ amount: 1 }, { amount: 2 }])
      .returning('id');
    const runs = [0, 0];
    let holding = 0;
    // Each waits until the other holds its first row too.
    const met = async () => {
      await until(() => holding >= 2);
    };
    const both = [
      [one.id, two.id],
      [two.id, one.id],
    ].map((ids, index) =>
      database.transaction(async (trx) => {
        runs[index] = (runs[index] ?? 0) + 1;
        await trx('rows').where('id', ids[0]).increment('amount', 10);
        holding += 1;
        await met();
        await trx('rows').where('id', ids[1]).increment('amount', 10);
      }),
    );
    await Promise.all(both);
    const rows = await database.knex('rows').whereIn('id', [one.id, two.id]).orderBy('id').pluck('amount');
    expect(rows).toEqual([21, 22]);
    expect(Math.max(...runs)).toBe(2);
  });

  test('when something is left to the end of a transaction, then it is done after all else, and its failure undoes all', async () => {
    const [{ id }] = await database.knex('rows').insert({ amount: 0 }).returning('id');
    const add = (trx: Knex.Transaction, amount: number) =>
      trx('rows')
        .where({ id })
        .update({ amount: trx.raw('amount * 10 + ?', [amount]) });
    const amountOf = async () => (await database.knex('rows').where({ id }).first('amount')).amount;
    await database.transaction(async (trx) => {
      beforeCommit(trx, async () => {
        await add(trx, 2);
      });
      await add(trx, 1);
    });
    expect(await amountOf()).toBe(12);
    const failing = database.transaction(async (trx) => {
      beforeCommit(trx, () => Promise.reject(new Error('too late')));
      await add(trx, 3);
    });
    await expect(failing).rejects.toThrow('too late');
    expect(await amountOf()).toBe(12);
    const foreign = database.knex.transaction((trx) =>
      Promise.resolve(beforeCommit(trx, () => Promise.resolve())),
    );
    await expect(foreign).rejects.toThrow('not known');
  });

  test('M-11 when one key is sent 50 times at once, then there is one effect and every other answer is the same or 409', async () => {
    const sealer = testSealer();
    const once = (key: unknown, body: unknown) =>
      withIdempotency({ database, sealer, userId: user, route: 'T', key, body }, async (trx) => {
        const [row] = await trx('rows').insert({ amount: 77 }).returning('id');
        return { id: row.id as number };
      });
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => once('key-12345', { a: 1 })));
    const answers = results.flatMap((result) =>
      result.status === 'fulfilled' ? [result.value.answer.id] : [],
    );
    const refusals = results.flatMap((result) =>
      result.status === 'rejected' ? [problemOf(result.reason).statusCode] : [],
    );
    expect(new Set(answers).size).toBe(1);
    expect(new Set([...refusals, 409])).toEqual(new Set([409]));
    expect(await own.knex('rows').where({ amount: 77 })).toHaveLength(1);
    expect((await once('key-12345', { a: 1 })).repeated).toBe(true);
    await expect(once('key-12345', { a: 2 })).rejects.toMatchObject({ statusCode: 422 });
    await expect(once('short', {})).rejects.toMatchObject({ statusCode: 400 });
  });

  /** The statements that the connection of this transaction keeps. */
  const keptIn = async (trx: Knex.Transaction): Promise<{ statement: string; generic_plans: number }[]> =>
    (await trx.raw('select statement, generic_plans::int from pg_prepared_statements order by name')).rows;

  test('when a transaction runs a statement again and again, then its connection plans it once', async () => {
    const one = createDatabase(own.url, { ...PATIENCE, max: 1 });
    const write = () =>
      one.transaction(async (trx) => {
        await trx('rows').insert({ text: randomUUID() });
        return keptIn(trx);
      });
    for (let turn = 1; turn < 5; turn += 1) expect(await write()).toEqual([]);
    for (let turn = 0; turn < 10; turn += 1) await write();
    expect(await write()).toEqual([
      { statement: expect.stringMatching(/^insert into "rows"/u), generic_plans: expect.any(Number) },
    ]);
    const [kept] = await write();
    expect(kept?.generic_plans).toBeGreaterThan(0);
    await one.close();
  });

  test('when there are many statements, then a connection keeps a bounded number of plans', async () => {
    const one = createDatabase(own.url, { ...PATIENCE, max: 1 });
    const kept = await one.transaction(async (trx) => {
      for (let at = 0; at < 200; at += 1)
        for (let turn = 0; turn < 6; turn += 1) await trx.raw(`select ?::int as n${at}`, [turn]);
      return keptIn(trx);
    });
    expect(kept).toHaveLength(120);
    await one.close();
  });

  test('when a migration changes a table, then statements that were planned before go on at once', async () => {
    const many = createDatabase(own.url, { ...PATIENCE, max: 4 });
    const write = () => many.transaction((trx) => trx('rows').insert({ text: randomUUID() }).returning('*'));
    const read = () => many.prepared<object>('all of it', 'select * from rows where id > $1', [0]);
    const all = (times: number) =>
      Promise.all(Array.from({ length: times }, () => Promise.all([write(), read()])));
    for (let turn = 0; turn < 10; turn += 1) await all(4);
    await own.knex.raw('alter table rows add column later text');
    for (const [written, found] of await all(20)) {
      expect(Object.keys(written[0] as object)).toContain('later');
      expect(Object.keys(found[0] ?? {})).toContain('later');
    }
    await own.knex.raw('alter table rows drop column later');
    await expect(all(20)).resolves.toHaveLength(20);
    await many.close();
  });
});
