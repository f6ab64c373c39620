import { remindDocuments } from '@gerbang/contracts/checklists';
import { uuidv7 } from 'uuidv7';
import { tellAboutDocuments } from '../src/checklists/document-messages.ts';
import { decide, page, send } from './child-documents.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeChild, makeRegistration, publishedSince, setState } from './families.ts';

const DAY_MS = 86_400_000;
/** So many days from now at this time in Jakarta. */
const at = (days: number, time: string) => {
  const day = new Date(Date.now() + days * DAY_MS + 7 * 3_600_000).toISOString().slice(0, 10);
  return new Date(`${day}T${time}:00+07:00`);
};
const MORNING = at(1, '10:00');
const REQUIRED = ['akta', 'kk', 'pas_foto'];

interface Message {
  readonly kind: string;
  readonly dedupeKey: string;
  readonly params: Record<string, string>;
  readonly expiresAt?: string;
}

describe('messages about documents', () => {
  let door: Door;
  let cs: Caller;
  beforeAll(async () => {
    door = await openDoor();
    cs = await door.caller('cs', 'Citra Dewi');
  });
  beforeEach(async () => {
    door.setClock(MORNING);
    await tellAboutDocuments(door.context);
  });
  afterEach(() => door.setClock(null));
  afterAll(() => door.close());

  async function family() {
    const parent = await door.caller();
    const child = await makeChild(door, parent);
    const registration = await makeRegistration(door, parent, {}, child);
    return { parent, child, registration };
  }
  async function review(
    { parent, child }: Awaited<ReturnType<typeof family>>,
    key: string,
    decision: 'approved' | 'returned',
  ) {
    await send(door, parent, [child.id, key], { files: [await page(door, parent)] });
    const row = await door
      .db('child_documents as d')
      .join('document_types as t', 't.id', 'd.type_id')
      .where({ 'd.child_id': child.id, 't.key': key })
      .first('d.id');
    await decide(door, row.id, decision);
  }
  /** The moment of every decision about this child. */
  const decidedAt = (childId: string, moment: Date) =>
    door.db('child_documents').where({ child_id: childId }).update({ updated_at: moment });
  const told = async () => {
    const before = door.published.length;
    await tellAboutDocuments(door.context);
    return publishedSince(door, before, 'message.requested') as unknown as Message[];
  };
  const remind = (ids: readonly string[], key: string = uuidv7(), who = cs) =>
    door.call(remindDocuments, who, {
      body: { registration_ids: ids },
      headers: { 'idempotency-key': key },
    });

  test('when two documents are returned, then ten minutes after the last there is one message, by name and without a reason', async () => {
    const one = await family();
    await review(one, 'akta', 'returned');
    await review(one, 'kk', 'returned');
    await decidedAt(one.child.id, new Date(MORNING.getTime() - 9 * 60_000));
    expect(await told()).toEqual([]);
    await decidedAt(one.child.id, new Date(MORNING.getTime() - 10 * 60_000));
    const messages = await told();
    expect(messages).toMatchObject([
      {
        kind: 'documents_returned',
        params: {
          count: '2',
          child: one.child.full_name,
          documents: 'Akta kelahiran, Kartu keluarga',
          link: `http://localhost:8080/children/${one.child.id}/dokumen`,
        },
        expiresAt: at(1, '20:00').toISOString(),
      },
    ]);
    expect(JSON.stringify(messages)).not.toContain('terbaca');
    expect(await told()).toEqual([]);
  });

  test('when a returned document was sent again before the message, then none is sent', async () => {
    const one = await family();
    await review(one, 'akta', 'returned');
    await send(door, one.parent, [one.child.id, 'akta'], { files: [await page(door, one.parent)] });
    expect(await told()).toEqual([]);
  });

  test('when all required documents are approved, then the family reads it once, with the next step and without an amount', async () => {
    const one = await family();
    for (const key of REQUIRED) await review(one, key, 'approved');
    const [message, ...others] = await told();
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      kind: 'documents_complete',
      params: {
        child: one.child.full_name,
        next: 'Lengkapi data orang tua',
        link: 'http://localhost:8080/profile',
      },
    });
    door.setClock(at(2, '10:00'));
    await review(one, 'ktp_ayah', 'approved');
    expect(await told()).toEqual([]);
  });

  test('when some are approved and none is returned, or the registration has ended, then there is no message', async () => {
    const some = await family();
    await review(some, 'akta', 'approved');
    const ended = await family();
    await review(ended, 'akta', 'returned');
    await setState(door, ended.registration.id, { current_stage: 'failed' });
    expect(await told()).toEqual([]);
  });

  test.each([
    ['06:59', 0],
    ['07:00', 1],
    ['19:59', 1],
    ['20:00', 0],
  ])('when it is %s in Jakarta, then %i messages leave', async (time, count) => {
    const one = await family();
    await review(one, 'akta', 'returned');
    door.setClock(at(2, time));
    expect(await told()).toHaveLength(count);
  });

  test('when two workers look at the same time, then one message leaves', async () => {
    const one = await family();
    await review(one, 'akta', 'returned');
    const before = door.published.length;
    await Promise.all(Array.from({ length: 10 }, () => tellAboutDocuments(door.context)));
    expect(publishedSince(door, before, 'message.requested')).toHaveLength(1);
  });

  test('when staff remind, then families that miss something get it once in three days; the others are skipped', async () => {
    const one = await family();
    await review(one, 'akta', 'approved');
    const complete = await family();
    for (const key of REQUIRED) await review(complete, key, 'approved');
    await told();
    const ids = [one.registration.id, complete.registration.id, uuidv7()];
    const answer = await remind(ids);
    expect([answer.statusCode, answer.json()]).toEqual([202, { sent: 1, skipped: 2 }]);
    expect(await told()).toMatchObject([
      {
        kind: 'documents_missing',
        params: {
          count: '2',
          child: one.child.full_name,
          documents: 'Kartu keluarga, Pas foto anak',
          link: `http://localhost:8080/children/${one.child.id}/dokumen`,
        },
      },
    ]);
    expect(await told()).toEqual([]);
    expect(
      await door.db('audit_events').where({ subject_id: one.registration.id, action: 'document.reminded' }),
    ).toEqual([
      expect.objectContaining({
        actor_id: cs.id,
        details: { child_id: one.child.id, document_types: ['kk', 'pas_foto'] },
      }),
    ]);
    door.setClock(new Date(MORNING.getTime() + 3 * DAY_MS - 1));
    expect((await remind([one.registration.id])).json()).toEqual({ sent: 0, skipped: 1 });
    door.setClock(new Date(MORNING.getTime() + 3 * DAY_MS));
    expect((await remind([one.registration.id])).json()).toEqual({ sent: 1, skipped: 0 });
  });

  test('when what was missing comes before the reminder leaves, then none leaves', async () => {
    const one = await family();
    door.setClock(at(1, '21:00'));
    expect((await remind([one.registration.id])).json()).toEqual({ sent: 1, skipped: 0 });
    expect(await told()).toEqual([]);
    for (const key of REQUIRED) await review(one, key, 'approved');
    door.setClock(at(2, '07:00'));
    expect((await told()).map(({ kind }) => kind)).toEqual(['documents_complete']);
  });

  test('when 40 staff remind at once, then one of them does; the same key gets the same answer', async () => {
    const one = await family();
    const key = uuidv7();
    const answers = await Promise.all(Array.from({ length: 40 }, () => remind([one.registration.id])));
    expect(answers.reduce((sum, answer) => sum + answer.json().sent, 0)).toBe(1);
    const other = await family();
    const first = (await remind([other.registration.id], key)).json();
    expect((await remind([other.registration.id], key)).json()).toEqual(first);
    expect((await remind([one.registration.id], key)).statusCode).toBe(422);
    const none = await door.call(remindDocuments, cs, { body: { registration_ids: [one.registration.id] } });
    expect([none.statusCode, none.json().code]).toEqual([400, 'idempotency_key_required']);
  });

  test.each([
    ['none', []],
    ['too many', Array.from({ length: 201 }, () => uuidv7())],
    ['no id', ['x']],
  ])('when %s are named, then it is 400', async (_when, ids) => {
    expect((await remind(ids)).statusCode).toBe(400);
  });
});
