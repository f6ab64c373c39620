import { testDatabase } from '@gerbang/service-kit/testing/databases';
import { classTrouble, NO_TROUBLE, takeBackAndRedo } from '@gerbang/service-kit/testing/schema';
import { DATA_CLASSES } from '../src/data-classes.ts';
import { MIGRATIONS } from './door.ts';

describe('schema of announcements', () => {
  let own: Awaited<ReturnType<typeof testDatabase>>;
  beforeAll(async () => {
    own = await testDatabase('announcement', MIGRATIONS);
  });
  afterAll(() => own.drop());

  test('P1 when a column is in the database, then it has one class, and no class is for a column that is not', async () => {
    expect(await classTrouble(own.knex, DATA_CLASSES)).toEqual(NO_TROUBLE);
  });

  test('F18 when the migrations are taken back and done again, then the schema is the same', async () => {
    const { before, left, after } = await takeBackAndRedo(own, MIGRATIONS);
    expect(left).toEqual([]);
    expect(after).toEqual(before);
    expect(before.length).toBeGreaterThan(20);
  });
});
