import { schemaSuite } from '@gerbang/service-kit/testing/schema-suite';
import { DATA_CLASSES } from '../src/data-classes.ts';
import { MIGRATIONS } from './door.ts';

schemaSuite({ name: 'admission', migrations: MIGRATIONS, classes: DATA_CLASSES, sealedAtLeast: 7 }, (own) => {
  test('when the migrations were done again, then the regions are whole', async () => {
    expect(Number((await own().knex('villages').count('* as n').first())?.n)).toBe(83_762);
  });
});
