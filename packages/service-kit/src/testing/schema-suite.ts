import type { SchemaClasses } from '../data/data-classes.ts';
import { sealedTables } from '../data/data-classes.ts';
import { keptRowTypes, rowTypesOf } from '../data/row-types.ts';
import { testDatabase } from './databases.ts';
import { classMismatches, columnsOf, NO_MISMATCHES, rollbackAndMigrate } from './schema.ts';

export type OwnDatabase = Awaited<ReturnType<typeof testDatabase>>;

interface Schema {
  /** The program whose database this is. */
  readonly name: string;
  /** The folder of its migrations. */
  readonly migrations: string;
  readonly classes: SchemaClasses;
  /** How many columns the column keys seal at least; absent where sealing has a way of its own. */
  readonly sealedAtLeast?: number;
}

const sorted = (names: readonly string[]) => names.toSorted((a, b) => a.localeCompare(b));

/** Tests that hold for every program's schema; `more` adds tests of one program on the same database. */
export function schemaSuite(schema: Schema, more?: (own: () => OwnDatabase) => void): void {
  describe(`schema of ${schema.name}`, () => {
    let own: OwnDatabase;
    beforeAll(async () => {
      own = await testDatabase(schema.name, schema.migrations);
    });
    afterAll(() => own.drop());

    test('when a column is in the database, then it has one class, and no class is for a column that is not', async () => {
      expect(await classMismatches(own.knex, schema.classes)).toEqual(NO_MISMATCHES);
    });

    test('when the row types are made anew, then they are the ones checked in (npm run types:database)', async () => {
      expect(await rowTypesOf(own.knex)).toBe(keptRowTypes(schema.migrations).source);
    });

    if (schema.sealedAtLeast !== undefined)
      test('when a column is sealed, then the schema says so, and nowhere else', async () => {
        const sealed = sealedTables(schema.classes).flatMap(({ table, columns }) =>
          columns.map((name) => `${table}.${name}`),
        );
        const marked = (await columnsOf(own.knex)).filter(({ comment }) => comment === 'sealed');
        expect(sorted(marked.map(({ name }) => name))).toEqual(sorted(sealed));
        expect(sealed.length).toBeGreaterThanOrEqual(schema.sealedAtLeast ?? 0);
      });

    test('when the migrations are taken back and done again, then the schema is the same', async () => {
      const { before, left, after } = await rollbackAndMigrate(own, schema.migrations);
      expect(left).toEqual([]);
      expect(after).toEqual(before);
      expect(before.length).toBeGreaterThan(10);
    });

    more?.(() => own);
  });
}
