import { runs } from '@gerbang/domain/testing/runs';
import {
  deleteRegistration,
  getRegistration,
  updateRegistration,
  type Registration,
} from '@gerbang/contracts/registrations';
import { deleteChild, getChild, replaceChild, updateChild, type Child } from '@gerbang/contracts/children';
import type { EventPayload } from '@gerbang/contracts/events';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { eventHandlers } from '../src/events/handlers.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeChild, makeRegistration } from './families.ts';

type Change = EventPayload<'confirmation.changed'>;

describe('what billing says of a re-enrolment', () => {
  let door: Door;
  let family: Caller;
  let child: Child;
  let registration: Registration;
  beforeAll(async () => {
    door = await openDoor();
  });
  beforeEach(async () => {
    family = await door.caller();
    child = await makeChild(door, family);
    registration = await makeRegistration(door, family, {}, child);
  });
  afterAll(() => door.close());

  const tell = (change: Partial<Change>) => {
    const event: Change = {
      id: uuidv7(),
      version: 1,
      registration_id: registration.id,
      status: 'submitted',
      enrollment_status: 'pending',
      locks: false,
      ...change,
    };
    const meta = { id: uuidv7(), version: event.version, requestId: undefined };
    return door.database.transaction((trx) =>
      eventHandlers(door.context)['confirmation.changed']!(trx, event, meta),
    );
  };
  const seen = async (): Promise<Registration> =>
    (await door.call(getRegistration, family, { params: { id: registration.id } })).json();
  const PROCESSED = { version: 2, status: 'processed', enrollment_status: 'confirmed', locks: true } as const;

  test('when a confirmation is processed, then child and registration are locked for the family: 409 with the reason', async () => {
    await tell(PROCESSED);
    expect(await seen()).toMatchObject({ enrollment_status: 'confirmed', locked: true });
    const attempts = [
      [updateChild, child.id, { nick_name: 'Baru' }],
      [replaceChild, child.id, { nick_name: 'Baru' }],
      [updateRegistration, registration.id, { information: 'Baru' }],
    ] as const;
    for (const [call, id, body] of attempts) {
      const answer = await door.call(call, family, { params: { id }, body });
      expect([call, answer.statusCode, answer.json().code]).toEqual([call, 409, 'locked']);
      expect(answer.json().message).toContain('daftar ulang sudah diproses');
    }
    for (const [call, id] of [
      [deleteChild, child.id],
      [deleteRegistration, registration.id],
    ] as const) {
      expect((await door.call(call, family, { params: { id } })).statusCode).toBe(409);
    }
    expect((await door.call(getChild, family, { params: { id: child.id } })).json()).toMatchObject({
      nick_name: null,
      locked: true,
    });
  });

  test('when it is submitted or declined, then the family may still change its data', async () => {
    await tell({});
    expect(await seen()).toMatchObject({ enrollment_status: 'pending', locked: false });
    await tell({ version: 2, status: 'declined', enrollment_status: 'declined' });
    expect(await seen()).toMatchObject({ enrollment_status: 'declined', locked: false });
    const body = { nick_name: 'Baru' };
    expect((await door.call(updateChild, family, { params: { id: child.id }, body })).statusCode).toBe(200);
  });

  test('when events come late, twice or in any order, then the highest version stays', async () => {
    const events: Change[] = (
      [
        ['submitted', 'pending', false],
        ['declined', 'declined', false],
        ['submitted', 'pending', false],
        ['processed', 'confirmed', true],
        ['processed', 'payment_scheme_created', true],
        ['completed', 'confirmed', true],
      ] as const
    ).map(([status, enrollment_status, locks], index) => ({
      id: uuidv7(),
      version: index + 1,
      registration_id: registration.id,
      status,
      enrollment_status,
      locks,
    }));
    const orders = fc.shuffledSubarray([...events, ...events], { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        await door
          .db('registrations')
          .where({ id: registration.id })
          .update({ confirmation_version: 0, enrollment_status: 'pending', locked: false });
        for (const event of order) await tell(event);
        const last = order.reduce((one, other) => (other.version > one.version ? other : one));
        expect(await seen()).toMatchObject({
          enrollment_status: last.enrollment_status,
          locked: last.locks,
        });
      }),
      { numRuns: runs(100) },
    );
  });

  test('when the enrolment changes, then the trail has a row and the version rises; a repeat leaves none', async () => {
    const { version } = await seen();
    await tell(PROCESSED);
    await tell(PROCESSED);
    expect((await seen()).version).toBe(version + 1);
    expect(
      await door
        .db('audit_events')
        .where({ subject_id: registration.id, action: 'registration.enrollment_changed' })
        .select('actor_id', 'details'),
    ).toEqual([
      {
        actor_id: null,
        details: {
          enrollment_status: { from: 'pending', to: 'confirmed' },
          locked: { from: false, to: true },
        },
      },
    ]);
  });

  test('when the registration is not here, then the event fails and waits to be tried again', async () => {
    await expect(tell({ registration_id: uuidv7() })).rejects.toThrow('not here');
  });
});
