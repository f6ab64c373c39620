import { getLetter } from '@gerbang/contracts/papers';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { dieAnywhere, mortalWork } from '@gerbang/service-kit/testing/die-anywhere';
import { uuidv7 } from 'uuidv7';
import { buildContext, type Context } from '../src/context.ts';
import { eventBatches } from '../src/events/handlers.ts';
import { type Door, openDoor } from './door.ts';
import { processed } from './enrollments.ts';
import { copyOfRegistration } from './registration-copies.ts';

jest.setTimeout(600_000);

describe('billing that is killed while it hears of a correction', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  test('when it dies anywhere, then the event that comes again revokes each paper once, and the next one says what was corrected', async () => {
    const { config } = door.context;
    const { die } = mortalWork<Context>({
      url: config.DATABASE_URL,
      caller: () => ({ id: uuidv7(), role: 'admin' }),
      contextOn: (database) => buildContext(config, database, createLogger('mortal', 'silent')),
    });
    await dieAnywhere(async (point) => {
      const { family, copy, confirmation } = await processed(door);
      const letter = () => door.call(getLetter, family, { params: { id: confirmation.id } });
      expect((await letter()).statusCode).toBe(200);
      const papers = () =>
        door
          .db('papers')
          .where({ registration_id: copy.id })
          .orderBy('id')
          .select('number', 'version', 'reason');
      const [first] = await papers();
      const change = { version: 2, child_name: 'Muhammad Faruq', corrections: 1 };
      const payload = copyOfRegistration({ ...copy, ...change });
      const died = await die(async (context) => {
        await context.database.transaction(async (trx) => {
          const meta = { id: uuidv7(), version: 2, requestId: undefined };
          await eventBatches(context)['registration.changed']?.(trx, [{ payload, meta }]);
        });
      }, point);
      expect((await letter()).statusCode).toBe(200);
      expect(await papers()).toEqual([
        { number: first?.number, version: 2, reason: 'Data dikoreksi' },
        { number: first?.number, version: 1, reason: null },
      ]);
      return died;
    });
  });
});
