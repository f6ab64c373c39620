import { makeImportedFamily } from '@gerbang/contracts/internal-calls';
import { unavailable } from '@gerbang/service-kit/http/problems';
import { uuidv7 } from 'uuidv7';
import { type Door, openDoor } from './door.ts';

describe('the account of a family that a list names', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  const make = (id: string) =>
    door.app.inject({
      method: 'POST',
      url: makeImportedFamily.path,
      headers: { authorization: `Bearer ${door.internalKey}` },
      payload: {
        id,
        import_id: uuidv7(),
        name: 'Siti Aminah',
        phone: door.phone(),
        email: null,
        actor: { id: uuidv7(), name: 'Admin', role: 'admin' },
      },
    });

  test('when no hash can be made in a rush of logins, then this family is refused, and the next is made', async () => {
    const hash = jest.spyOn(door.context.hasher, 'hash').mockRejectedValueOnce(unavailable(2));
    expect((await make(uuidv7())).statusCode).toBe(503);
    const id = uuidv7();
    const answer = await make(id);
    expect([answer.statusCode, answer.json()]).toEqual([200, { user_id: id, made: true, email_left: false }]);
    expect((await make(uuidv7())).statusCode).toBe(200);
    expect(hash).toHaveBeenCalledTimes(2);
    hash.mockRestore();
  });
});
