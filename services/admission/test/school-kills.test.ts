import { activateDraft as call } from '@gerbang/contracts/school-versions';
import { eventSchemas } from '@gerbang/contracts/events';
import { eventAad } from '@gerbang/service-kit/events/outbox';
import { createLogger } from '@gerbang/service-kit/program/logger';
import { mortalDatabase, type PointOfDeath } from '@gerbang/service-kit/testing/mortal-database';
import { buildContext } from '../src/context.ts';
import { FEATURES } from '../src/features.ts';
import { activateDraft } from '../src/school/activate-draft.ts';
import { type Door, openDoor } from './door.ts';
import { save, schoolStaff, type SchoolStaff, settingsOf, withFee } from './school-world.ts';

describe('admission that is killed while it activates', () => {
  let door: Door;
  let staff: SchoolStaff;
  beforeAll(async () => {
    door = await openDoor();
    staff = await schoolStaff(door);
  });
  afterAll(() => door.close());

  /** Activates on a database that may die; returns the number of statements, null where it died. */
  async function run(key: string, row_version: number, dieAt: PointOfDeath): Promise<number | null> {
    const { config } = door.context;
    const { database, arm, died } = mortalDatabase(config.DATABASE_URL, { max: 1 });
    arm(dieAt);
    const context = {
      ...buildContext(config, database, createLogger('mortal', 'silent'), FEATURES),
      // Which accounts are second people is a matter of auth.
      assertEyes: async () => {},
    };
    const caller = {
      id: staff.admin.id,
      role: 'admin' as const,
      fresh: Math.floor(Date.now() / 1000),
      origin: { address: '203.0.113.7', requestId: 'school-kills' },
      ifMatch: undefined,
      idempotencyKey: key,
    };
    const body = call.body.parse({ row_version, note: 'Biaya baru' });
    const done = activateDraft(context, caller, body).then(() => arm(null));
    const statements = await Promise.race([done, died.then(() => null)]);
    if (statements !== null) await database.close();
    return statements;
  }

  let fee = 600_000;
  async function draft(): Promise<number> {
    await door.context.school.look();
    fee += 1000;
    const answer = await save(door, staff.finance, withFee(settingsOf(door), 'SD', fee));
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json().row_version;
  }
  const inForce = () => door.db('school_versions').where({ status: 'active' }).select('version');
  const told = async (version: number) =>
    (await door.db('outbox_events').where({ type: 'school.changed', version })).map(
      ({ id, type, sealed }) =>
        eventSchemas['school.changed'].parse(door.context.sealer.open(sealed, eventAad(type, id))).version,
    );

  test('when it dies before any statement, then nothing is done, and the same key does it once', async () => {
    const statements = await run('kill-none-0', await draft(), null);
    expect(statements).toBeGreaterThan(8);
    for (let at = 1; at <= statements!; at += 1) {
      const [before] = await inForce();
      const row = await draft();
      const isAfter = (await run(`kill-at-${at}-x`, row, at)) === null;
      expect(isAfter).toBe(true);
      const [meanwhile] = await inForce();
      const wasDone = meanwhile!.version !== before!.version;
      expect(await told(before!.version + 1)).toHaveLength(wasDone ? 1 : 0);
      await run(`kill-at-${at}-x`, row, null);
      expect(await inForce()).toEqual([{ version: before!.version + 1 }]);
      expect(await told(before!.version + 1)).toEqual([before!.version + 1]);
    }
  });

  test('when it dies between the commit and the publication, then the event waits in the outbox for the relay', async () => {
    const [before] = await inForce();
    await run('kill-commit-1', await draft(), 'commit');
    const version = before!.version + 1;
    expect(await inForce()).toEqual([{ version }]);
    expect(await told(version)).toEqual([version]);
    const [row] = await door.db('outbox_events').where({ type: 'school.changed', version });
    expect(row.relayed_at).toBeNull();
  });
});
