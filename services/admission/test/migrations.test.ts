import { testDatabase } from '@gerbang/service-kit/testing/databases';
import { classTrouble, columnsOf, NO_TROUBLE, takeBackAndRedo } from '@gerbang/service-kit/testing/schema';
import { DATA_CLASSES, sealedColumns } from '../src/data-classes.ts';
import { MIGRATIONS } from './door.ts';

type Own = Awaited<ReturnType<typeof testDatabase>>;

describe('schema of admission', () => {
  let own: Own;
  beforeAll(async () => {
    own = await testDatabase('admission', MIGRATIONS);
  });
  afterAll(() => own.drop());

  test('P1 when a column is in the database, then it has one class, and no class is for a column that is not', async () => {
    expect(await classTrouble(own.knex, DATA_CLASSES)).toEqual(NO_TROUBLE);
  });

  test('P1 when a column is sealed, then the schema says so, and nowhere else', async () => {
    const sealed = sealedColumns().flatMap(({ table, columns: names }) =>
      names.map((name) => `${table}.${name}`),
    );
    const marked = (await columnsOf(own.knex)).filter((column) => column.comment === 'sealed');
    expect(marked.map((column) => column.name).toSorted((a, b) => a.localeCompare(b))).toEqual(
      sealed.toSorted((a, b) => a.localeCompare(b)),
    );
    expect(sealed.length).toBeGreaterThanOrEqual(7);
  });

  test('F18 when the migrations are taken back and done again, then the schema is the same', async () => {
    const { before, left, after } = await takeBackAndRedo(own, MIGRATIONS);
    expect(left).toEqual([]);
    expect(after).toEqual(before);
    expect(before.length).toBeGreaterThan(20);
    expect(Number((await own.knex('villages').count('* as n').first())?.n)).toBe(83_762);
  });
});
