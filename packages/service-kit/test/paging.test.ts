import { runs } from '@gerbang/domain/testing/runs';
import fc from 'fast-check';
import Fastify from 'fastify';
import type { Knex } from 'knex';
import { sendList, encodeCursor, type List, type Page, pageOf, wholeList } from '../src/http/paging.ts';
import { problemOf } from '../src/http/problems.ts';
import { testDatabase } from '../src/testing/databases.ts';

interface Thing {
  readonly id: string;
  readonly name: string | null;
}

const TOTAL = 1203;
const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

describe('lists by cursor', () => {
  let own: Awaited<ReturnType<typeof testDatabase>>;
  let knex: Knex;
  let presented: number[] = [];

  beforeAll(async () => {
    own = await testDatabase('paging');
    knex = own.knex;
    await knex.raw('create table things (id uuid primary key, name text, deleted_at timestamptz)');
    await knex.raw('create table notes (id uuid primary key, thing_id uuid)');
    // Few names, so that most rows share theirs, and some have none.
    const rows = Array.from({ length: TOTAL }, (_unused, at) => ({
      id: id(at),
      name: at % 7 === 0 ? null : `n${at % 5}`,
    }));
    await knex.batchInsert('things', rows, 400);
    await knex.raw('insert into notes select id, id from things');
  });
  afterAll(() => own.drop());

  const list = (name?: string): List<Thing, string> => ({
    table: 'things',
    keys: { name: "coalesce(things.name, '')", id: 'things.id' },
    defaultSort: 'name',
    rows: () => {
      const rows = knex('things')
        .join('notes', 'notes.thing_id', 'things.id')
        .whereNull('things.deleted_at')
        .select('things.id', 'things.name');
      return name === undefined ? rows : rows.where('things.name', name);
    },
    toItems: (rows) => {
      presented.push(rows.length);
      return rows.map((row) => `${row.name ?? ''}/${row.id}`);
    },
  });

  async function expected(sort: string): Promise<string[]> {
    const direction = sort.startsWith('-') ? 'desc' : 'asc';
    const key = sort.endsWith('name') ? "coalesce(name, '')" : 'id';
    const rows = await knex('things').orderByRaw(`${key} ${direction}, id ${direction}`);
    return rows.map((row: Thing) => `${row.name ?? ''}/${row.id}`);
  }

  test('when pages are followed forwards and back, then every row comes once, in order, for any sort and size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('name', '-name', 'id', '-id'),
        fc.integer({ min: 150, max: 700 }),
        async (sort, limit) => {
          const forwards: Page<string>[] = [];
          let page = await pageOf(list(), { sort, limit });
          for (;;) {
            forwards.push(page);
            if (!page.next) break;
            page = await pageOf(list(), { limit, cursor: page.next });
          }
          const all = await expected(sort);
          expect(forwards.flatMap(({ items }) => items)).toEqual(all);
          expect(forwards.every(({ total }) => total === TOTAL)).toBe(true);
          const backwards = [page.items];
          while (page.prev) {
            page = await pageOf(list(), { limit, cursor: page.prev });
            backwards.unshift(page.items);
          }
          expect(backwards.flat()).toEqual(all);
        },
      ),
      { numRuns: runs(50, { plain: 12 }) },
    );
  });

  test('when the row of a cursor was deleted softly meanwhile, then the next page still begins after it', async () => {
    const first = await pageOf(list(), { sort: 'id', limit: 10 });
    await knex('things')
      .where({ id: id(9) })
      .update({ deleted_at: knex.fn.now() });
    const second = await pageOf(list(), { limit: 10, cursor: first.next ?? '' });
    await knex('things').update({ deleted_at: null });
    expect(second.items[0]).toContain(id(10));
    expect(second.total).toBe(TOTAL);
  });

  test.each([
    ['no base64 of JSON', 'abc'],
    ['an unknown sort', encodeCursor({ s: '-password', d: 'next', i: id(1), t: 1 })],
    ['a name of every object', encodeCursor({ s: 'toString', d: 'next', i: id(1), t: 1 })],
    ['another field', Buffer.from('{"s":"id","d":"next","i":"x","t":1}').toString('base64url')],
  ])('when the cursor is %s, then it is refused as 400', async (_name, cursor) => {
    const error = await pageOf(list(), { cursor }).catch((thrown: unknown) => thrown);
    expect(problemOf(error).statusCode).toBe(400);
  });

  test('when nothing is asked for, then the whole array is streamed in pieces, the empty one too', async () => {
    presented = [];
    let text = '';
    for await (const part of wholeList(list())) text += part;
    expect(JSON.parse(text)).toEqual(await expected('name'));
    // So few at a time that other calls have their turn in between.
    expect(Math.max(...presented)).toBe(50);
    expect(presented.reduce((sum, rows) => sum + rows)).toBe(1203);
    let none = '';
    for await (const part of wholeList(list('nobody'))) none += part;
    expect(none).toBe('[]');
  });

  test('when a page is answered, then the headers tell the total and the other pages with the same filters', async () => {
    const app = Fastify();
    app.get('/api/things', async (request, reply) => {
      const { name, limit, cursor } = request.query as { name?: string; limit?: string; cursor?: string };
      const query = { name, cursor, limit: limit === undefined ? undefined : Number(limit) };
      return sendList(reply, '/api/things', query, list(name));
    });
    const first = await app.inject('/api/things?name=n2&limit=40');
    expect(first.headers['x-total-count']).toBe(String((await knex('things').where({ name: 'n2' })).length));
    const link = /^<([^>]+)>; rel="next"$/u.exec(String(first.headers.link))?.[1] ?? '';
    expect(new URL(link, 'http://x').searchParams.get('name')).toBe('n2');
    const second = await app.inject(link);
    expect(second.json()).toHaveLength(40);
    expect(second.headers.link).toMatch(/rel="next", <[^>]+>; rel="prev"$/u);
    const whole = await app.inject('/api/things?name=n2');
    expect(whole.headers.link).toBeUndefined();
    expect(whole.json().slice(0, 80)).toEqual([...first.json(), ...second.json()]);
    await app.close();
  });
});
