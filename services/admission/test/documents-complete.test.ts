import { runs, tryAll } from '@gerbang/domain/testing/runs';
import { listDocumentTypes, updateDocumentType } from '@gerbang/contracts/child-documents';
import type { EventPayload } from '@gerbang/contracts/events';
import { updateRegistration } from '@gerbang/contracts/registrations';
import {
  completeness,
  DOCUMENT_GATES,
  DOCUMENT_MOMENTS,
  type DocumentStatus,
  isDocumentComplete,
  typeApplies,
} from '@gerbang/domain/child-documents';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { tellTypes } from '../src/child-documents/publish-completeness.ts';
import { publishRegistrations } from '../src/registration-record/publish.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeChild, makeRegistration, publishedSince } from './families.ts';

type Copy = EventPayload<'registration.changed'>;
interface Made {
  readonly id: string;
  readonly child_id: string;
}

/** Types that the steps below change. */
const KEYS = ['akta', 'rapor', 'surat_pindah'];
const STATES: readonly DocumentStatus[] = ['missing', 'approved', 'waived', 'seen', 'uploaded'];

const step = fc.oneof(
  fc.record({
    kind: fc.constant('type' as const),
    key: fc.constantFrom(...KEYS),
    gate: fc.constantFrom(...DOCUMENT_GATES, 'block' as const),
    required: fc.boolean(),
    retired: fc.boolean(),
    needed_by: fc.constantFrom(...DOCUMENT_MOMENTS),
  }),
  fc.record({
    kind: fc.constant('document' as const),
    key: fc.constantFrom(...KEYS),
    status: fc.constantFrom(...STATES),
    approved: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('level' as const), kelas: fc.constantFrom('1', '2') }),
  fc.constant({ kind: 'register' as const }),
  fc.constant({ kind: 'tell' as const }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

describe('whether documents hold a registration back, as other services keep it', () => {
  let door: Door;
  let tu: Caller;
  let parent: Caller;
  beforeAll(async () => {
    door = await openDoor();
    tu = await door.caller('staff_tu', 'Tuti');
    parent = await door.caller();
  });
  afterAll(() => door.close());

  const reset = () =>
    door.db.raw(`update document_types set gate = 'warn', blocks_from = null, required = true, retired_at = null,
      needed_by = 're_enrolment', told_version = version`);

  async function changeType({ key, ...change }: { key: string } & Record<string, unknown>) {
    const types = (await door.call(listDocumentTypes, tu)).json() as Array<Record<string, unknown>>;
    const { id, retired_at, ...type } = types.find((one) => one.key === key) ?? {};
    const body = { ...type, retired: retired_at !== null, ...change };
    const answer = await door.call(updateDocumentType, tu, { params: { id: String(id) }, body });
    expect(answer.statusCode).toBe(200);
  }

  /** What a review writes, and publishes. */
  async function settle(made: Made, key: string, status: DocumentStatus, approved: boolean) {
    await door.database.transaction(async (trx) => {
      const { id: type_id } = await trx('document_types').where({ key }).first('id');
      const approved_version = status === 'approved' || (status === 'uploaded' && approved) ? 1 : null;
      const columns = {
        status,
        approved_version,
        current_version: 1,
        waived_reason: status === 'waived' || status === 'seen' ? 'ditunjukkan di loket' : null,
      };
      await trx('child_documents')
        .insert({ id: uuidv7(), child_id: made.child_id, type_id, ...columns })
        .onConflict(['child_id', 'type_id'])
        .merge(Object.keys(columns));
      await publishRegistrations(door.context, trx, { 'c.id': made.child_id });
    });
  }

  async function take(one: Step, made: Made[]): Promise<void> {
    const [first] = made as [Made];
    if (one.kind === 'type') {
      const { kind: _kind, ...change } = one;
      await changeType(change);
    } else if (one.kind === 'document') await settle(first, one.key, one.status, one.approved);
    else if (one.kind === 'tell') await tellTypes(door.context);
    else if (one.kind === 'register')
      made.push(await makeRegistration(door, parent, { kelas: '2' }, await makeChild(door, parent)));
    else {
      const answer = await door.call(updateRegistration, parent, {
        params: { id: first.id },
        body: { kelas: one.kelas },
      });
      expect(answer.statusCode).toBe(200);
    }
  }

  /** Counted by the rules of the domain, from the rows as they are. */
  async function freshCount({ id, child_id }: Made) {
    const { jenjang, kelas, created_at } = await door.db('registrations').where({ id }).first();
    const documents = await door.db('child_documents').where({ child_id });
    const types = await door
      .db('document_types')
      .where({ gate: 'block', retired_at: null })
      .orderBy(['position', 'key']);
    const held = types.filter(
      (type) => typeApplies(type, { jenjang, kelas }) && type.blocks_from < created_at,
    );
    const { observation, re_enrolment } = completeness(
      held.map((type) => {
        const document = documents.find(({ type_id }) => type_id === type.id);
        return { ...type, complete: document !== undefined && isDocumentComplete(document) };
      }),
    );
    const missing = held
      .filter(
        (type) =>
          type.required && !documents.some((one) => one.type_id === type.id && isDocumentComplete(one)),
      )
      .map(({ key, label }) => ({ key, label }));
    return { observation, re_enrolment, ...(missing.length > 0 && { missing }) };
  }

  /** The copy after these events, in whatever order they came: the highest version wins. */
  const copyAfter = (events: readonly Copy[]) =>
    events.reduce((kept, event) => (event.version > kept.version ? event : kept)).documents_complete;

  test('when types, documents and levels change in any order, then the copy equals a fresh count', async () => {
    let held = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
        await reset();
        // What is registered after this one is held back by it.
        await changeType({ key: 'akta', gate: 'block' });
        const before = door.published.length;
        const made: Made[] = [
          await makeRegistration(door, parent, { kelas: '2' }, await makeChild(door, parent)),
        ];
        for (const one of steps) await take(one, made);
        await tellTypes(door.context);
        const events = publishedSince(door, before, 'registration.changed') as Copy[];
        for (const registration of made) {
          const own = events.filter(({ id }) => id === registration.id);
          const count = await freshCount(registration);
          expect(copyAfter(own)).toEqual(count);
          if (!count.re_enrolment) held += 1;
        }
      }),
      { numRuns: runs(200) },
    );
    expect(held).toBeGreaterThan(tryAll() ? 40 : 0);
  });
});
