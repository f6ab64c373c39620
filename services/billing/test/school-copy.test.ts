import { schoolSchema } from '@gerbang/contracts/school';
import { createScheme } from '@gerbang/contracts/payment-schemes';
import { createDatabase } from '@gerbang/service-kit/data/database';
import { copiedSchool, saveSchool, watchCopiedSchool } from '@gerbang/service-kit/events/school-copy';
import { PATIENCE } from '@gerbang/service-kit/testing/databases';
import fc from 'fast-check';
import { eventHandlers } from '../src/events/handlers.ts';
import { type Door, openDoor } from './door.ts';
import { finance, processed, schemeForm } from './enrollments.ts';

const SCHOOL = schoolSchema.parse({});
const cityOf = (version: number) => ({ version, settings: { ...SCHOOL, city: `Kota ${version}` } });

describe('the copy of the school’s settings', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  const save = (version: number) => door.database.transaction((trx) => saveSchool(trx, cityOf(version)));
  const stored = () => door.db('school').first();

  test('when no event has come, then the settings are the file’s', () => {
    expect(door.context.school.held).toMatchObject({ version: -1, settings: { name: SCHOOL.name } });
  });

  test('when versions arrive in any order and number, then the copy ends at the highest', async () => {
    let base = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        async (versions, together) => {
          base += 10;
          const wanted = versions.map((version) => base + version);
          if (together) await Promise.all(wanted.map(save));
          else for (const version of wanted) await save(version);
          const highest = Math.max(...wanted);
          expect(await stored()).toMatchObject({ id: true, ...cityOf(highest) });
          await door.context.school.look();
          expect(door.context.school.held).toMatchObject({ version: highest });
        },
      ),
      { numRuns: 200 },
    );
  });

  test('when the event is consumed, then every other process soon holds it too', async () => {
    const database = createDatabase(door.url, { name: 'other', max: 2, ...PATIENCE });
    const other = copiedSchool(database.knex, SCHOOL, door.context.log);
    await watchCopiedSchool(other);
    const began = Date.now();
    const handle = eventHandlers(door.context)['school.changed'];
    await door.database.transaction((trx) =>
      handle!(trx, cityOf(1_000_000), { id: 'e', version: 1_000_000, requestId: undefined }),
    );
    while (other.held.version < 1_000_000) {
      expect(Date.now() - began).toBeLessThan(20_000);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await other.close();
    await database.close();
  });

  test('when a period is taken away, then no scheme is made with it', async () => {
    const staff = await finance(door);
    const { confirmation } = await processed(door);
    await door.database.transaction((trx) =>
      saveSchool(trx, { version: 2_000_000, settings: { ...SCHOOL, payment_periods: ['Gelombang 9'] } }),
    );
    await door.context.school.look();
    const answer = await door.call(createScheme, staff, {
      body: schemeForm(confirmation, { payment_period: 'Gelombang 1' }),
    });
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'payment_period']);
  });
});
