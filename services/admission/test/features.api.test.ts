import { deleteChild } from '@gerbang/contracts/children';
import { payRegistration, verifyPayment } from '@gerbang/contracts/registration-payments';
import { changeStage } from '@gerbang/contracts/registration-stages';
import { deleteRegistration, updateRegistration } from '@gerbang/contracts/registrations';
import { getStaffRegistration } from '@gerbang/contracts/staff-registrations';
import { leaveWaitlist } from '@gerbang/contracts/waitlists';
import { observationDays } from '@gerbang/domain/day-limits';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import { conflict } from '@gerbang/service-kit/http/problems';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../src/context.ts';
import { eventHandlers } from '../src/events/handlers.ts';
import { FEATURES } from '../src/features.ts';
import { endFamily } from '../src/registration-record/end-data.repository.ts';
import type { Feature, Move } from '../src/registration-record/moves.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeRegistration, proofForm, upload } from './families.ts';
import { apply, published } from './registration-stages-results.ts';
import { inState, traces } from './staff.ts';

const NOT_TODAY = 'Tidak hari ini.';

/** A move in short, so that a whole course is one list. */
const short = (move: Move): string => {
  if (move.kind === 'edit') return `edit ${move.fields.join()}`;
  if (move.kind === 'delete') return 'delete';
  if (move.kind === 'payment') return `payment ${move.to} by ${move.by}`;
  if (move.kind === 'stage') return `stage ${move.from} > ${move.to} by ${move.by}`;
  return `enrollment ${move.status}`;
};

describe('a feature that is added to the list', () => {
  let door: Door;
  let staff: Caller;
  let finance: Caller;
  let seen: string[] = [];
  let refuses = false;
  const madeUp: Feature<Context> = {
    name: 'made-up',
    enter: async (_context, _run, { kind, jenjang }) => {
      seen.push(`${kind} ${jenjang}`);
      return null;
    },
    beforeMove: async (_context, _trx, move) => {
      if (refuses) throw conflict('frozen', NOT_TODAY);
      seen.push(`before ${short(move)}`);
    },
    afterMove: async (_context, trx, moves) => {
      // It works in the transaction of the move, which has written the row.
      for (const { id } of moves)
        expect(await trx('registrations').where({ id }).first('id')).toEqual({ id });
      seen.push(...moves.map((move) => `after ${short(move)}`));
    },
  };

  let kept: string[] = [];
  const keeper: Feature<Context> = {
    name: 'keeper',
    staffDetails: async (_context, _db, { id }, role) => {
      kept.push(`details ${id} ${role}`);
      return { priorities: [] };
    },
    exportRegistration: async (_context, _db, { id }) => {
      kept.push(`export ${id}`);
      return { wave: 'Dari fitur' };
    },
    exportFamily: async (_context, _db, { userId, childIds }) => {
      kept.push(`export ${userId} ${childIds.length}`);
      return { dapodik: [] };
    },
    beforeEnd: async (_context, _trx, ids) => void kept.push(`before end ${ids.join()}`),
    endRegistrations: async (_context, trx, ids) => {
      // Their rows are still there.
      expect(await trx('registrations').whereIn('id', ids).pluck('id')).toEqual(ids);
      kept.push(`end ${ids.join()}`);
    },
    endFiles: async (_context, _trx, ids) => void kept.push(`end ${ids.length} files`),
  };

  beforeAll(async () => {
    door = await openDoor({}, [...FEATURES, madeUp, keeper]);
    staff = await door.caller('staff_pendidikan', 'Sri Wahyuni');
    finance = await door.caller('finance', 'Budi Santoso');
  });
  beforeEach(() => {
    seen = [];
    kept = [];
    refuses = false;
  });
  afterAll(() => door.close());

  const enrolled = (registration_id: string) =>
    door.database.transaction((trx) =>
      eventHandlers(door.context)['confirmation.changed']!(
        trx,
        {
          id: uuidv7(),
          version: 1,
          registration_id,
          status: 'submitted',
          enrollment_status: 'pending',
          locks: false,
        },
        { id: uuidv7(), version: 1, requestId: undefined },
      ),
    );
  const tomorrow = observationDays(jakartaDay(new Date())).last;
  const scheduled = { current_stage: 'obs_scheduled', content: tomorrow };

  test('when a registration goes its way, then it sees every move, before where a person asks for it and after it', async () => {
    const family = await door.caller();
    const made = await makeRegistration(door, family);
    const params = { id: made.id };
    const edit = (body: object) => door.call(updateRegistration, family, { params, body });
    await edit({ kelas: '2' });
    await edit({ jenjang: 'SMP', kelas: '7' });
    await edit({ information: 'Teman' });
    await door.call(payRegistration, family, { params, body: proofForm(await upload(door, family)) });
    await door.call(verifyPayment, finance, { params, body: { payment_status: 'verified' } });
    await door.call(changeStage, staff, { params, body: scheduled });
    await door.db('registrations').where(params).update({ current_stage: 'waiting_announcement' });
    await apply(door, published(made));
    await enrolled(made.id);
    expect(seen).toEqual([
      'submit SD',
      'before edit kelas',
      'after edit kelas',
      'before edit jenjang,kelas',
      'edit SMP',
      'after edit jenjang,kelas',
      'before edit information',
      'after edit information',
      'before payment paid by parent',
      'after payment paid by parent',
      'before payment verified by verification',
      'after payment verified by verification',
      'before stage registered > obs_scheduled by staff',
      'after stage registered > obs_scheduled by staff',
      'after stage waiting_announcement > passed by publication',
      'after enrollment submitted',
    ]);
  });

  test('when registrations end, then it sees the end of each', async () => {
    const family = await door.caller();
    const [one, two] = [await makeRegistration(door, family), await makeRegistration(door, family)];
    seen = [];
    await door.call(deleteRegistration, family, { params: { id: one.id } });
    await door.call(deleteChild, family, { params: { id: two.child_id } });
    expect(seen).toEqual(['before delete', 'after delete', 'before delete', 'after delete']);
  });

  test('when a move comes from a seat, then it sees it too', async () => {
    const { family, made } = await inState(door, 'verified', 'waiting_announcement');
    const pool = { id: uuidv7(), academic_year: made.academic_year, jenjang: 'SD', kelas: '1', seats: 1 };
    await door
      .db('seat_pools')
      .insert({ ...pool, offer_limit: 1, criteria: ['registered_at'], event_version: 1 });
    await apply(door, published(made, { result: 'waitlisted' }));
    seen = [];
    const answer = await door.call(leaveWaitlist, family, { params: { id: made.id } });
    expect([answer.statusCode, seen]).toEqual([200, ['after stage waitlisted > released by seats']]);
  });

  test('when staff read a registration, and when its family exports and ends its data, then it adds its part', async () => {
    const { family, made } = await inState(door, 'paid');
    const read = await door.call(getStaffRegistration, finance, { params: { id: made.id } });
    expect(read.json()).toMatchObject({ proof_alert: false, priorities: [] });
    const url = '/api/parent/data-export/admission';
    const exported = await door.app.inject({ url, headers: door.headers(family) });
    expect(exported.json()).toMatchObject({
      registrations: [{ id: made.id, wave: 'Dari fitur' }],
      dapodik: [],
    });
    await door.database.transaction((trx) => endFamily(door.context, trx, family.id));
    expect(kept).toEqual([
      `details ${made.id} finance`,
      `export ${made.id}`,
      `export ${family.id} 1`,
      `before end ${made.id}`,
      `end ${made.id}`,
      'end 1 files',
    ]);
  });

  test('when it refuses a move, then the call is refused and nothing is written', async () => {
    const ready = await inState(door, 'verified');
    const { family, made } = await inState(door, 'paid');
    const params = { id: made.id };
    const before = await traces(door, made.id);
    refuses = true;
    const answers = [
      await door.call(updateRegistration, family, { params, body: { information: 'Teman' } }),
      await door.call(payRegistration, family, { params, body: proofForm(await upload(door, family)) }),
      await door.call(verifyPayment, finance, { params, body: { payment_status: 'verified' } }),
      await door.call(deleteRegistration, family, { params }),
      await door.call(changeStage, staff, { params: { id: ready.made.id }, body: scheduled }),
    ];
    expect(answers.map((answer) => [answer.statusCode, answer.json().message])).toEqual(
      answers.map(() => [409, NOT_TODAY]),
    );
    expect(await traces(door, made.id)).toEqual(before);
  });
});
