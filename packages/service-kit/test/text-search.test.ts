import { NOT_SEARCHED } from '@gerbang/domain/one-spelling';
import type { Knex } from 'knex';
import { makeTables } from '../src/data/begin.ts';
import { nameSearch, numberSearch } from '../src/data/text-search.ts';
import { testDatabase } from '../src/testing/databases.ts';

describe('names and numbers that are searched', () => {
  let own: Awaited<ReturnType<typeof testDatabase>>;
  let knex: Knex;

  beforeAll(async () => {
    own = await testDatabase('text_search');
    knex = own.knex;
    await makeTables(knex, 'trail');
    await makeTables(knex, 'actors');
    const names = [
      ...[...NOT_SEARCHED].map((sign) => `Nur${sign}Aini`),
      'NURAINI Siregar',
      'Sri',
      'INV-2026-000123',
      null,
    ];
    await knex('audit_events').insert(
      names.map((actor_name) => ({ id: knex.raw('gen_random_uuid()'), action: 'a', actor_name })),
    );
  });
  afterAll(() => own.drop());

  type Condition = ReturnType<typeof nameSearch>;
  const found = async (condition: Condition): Promise<number> =>
    (await knex('audit_events').where(condition as NonNullable<Condition>)).length;

  test.each([
    ['nuraini', NOT_SEARCHED.length + 1],
    ["nur'aini", NOT_SEARCHED.length + 1],
    ['Nur’aini s', 1],
    ['sri', 1],
    ["'", 0],
    ['%', 0],
  ])(
    'when %s is typed, then a column finds as many names with an index as without one',
    async (typed, many) => {
      expect(await found(nameSearch(typed, { names: ['actor_name'] }))).toBe(many);
      expect(await found(nameSearch(typed, { indexed: ['actor_name'] }))).toBe(many);
    },
  );

  test.each(['INV-2026-000123', ' inv-2026-000123 ', '000123', '2026-'])(
    'when %j is typed, then the document of this number is found',
    async (typed) => expect(await found(numberSearch(typed, 'actor_name'))).toBe(1),
  );

  test('when nothing typed is a digit, then no number is searched', () => {
    expect(['sri', '', undefined].map((typed) => numberSearch(typed, 'actor_name'))).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('when actors of the trail are searched, then an index gives them', async () => {
    const plan = await knex.transaction(async (trx) => {
      await trx.raw('set local enable_seqscan = off');
      const condition = nameSearch('siregar', { indexed: ['actor_name'] }) as NonNullable<Condition>;
      const { sql, bindings } = trx('audit_events').where(condition).toSQL();
      const { rows } = await trx.raw(`explain ${sql}`, bindings as string[]);
      return (rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toContain('audit_events_actor_name');
  });
});
