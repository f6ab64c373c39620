import { runs } from '@gerbang/domain/testing/runs';
import type { AdmissionExport } from '@gerbang/contracts/admission-export';
import { remindDocuments } from '@gerbang/contracts/checklists';
import { updateChild } from '@gerbang/contracts/children';
import { settleDocument } from '@gerbang/contracts/document-reviews';
import { decideErasure, requestErasure } from '@gerbang/contracts/erasure-requests';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { retentionRules } from '../src/retention/retention.ts';
import {
  decide,
  documentRow,
  hasBytes,
  type RegisteredFamily,
  registeredFamily,
  review,
  send,
  staffView,
  storedPage,
} from './child-documents.ts';
import { type Caller, type Door, openDoor } from './door.ts';

describe('a family’s rights over the data of documents', () => {
  let door: Door;
  let cs: Caller;
  let admin: Caller;
  beforeAll(async () => {
    door = await openDoor();
    cs = await door.caller('cs', 'Citra Dewi');
    admin = await door.caller('admin', 'Dewi Lestari');
  });
  afterEach(() => door.setClock(null));
  afterAll(() => door.close());

  const exported = async (caller: Caller): Promise<AdmissionExport> =>
    (
      await door.app.inject({ url: '/api/parent/data-export/admission', headers: door.headers(caller) })
    ).json();

  test('when a family exports, then it has every sending and decision, its files, and none of another’s', async () => {
    const mine = await registeredFamily(door);
    const other = await registeredFamily(door);
    const files = [await storedPage(door, mine.caller), await storedPage(door, cs)];
    await send(door, mine.caller, [mine.child.id, 'akta'], {
      files: files.slice(0, 1),
      note: 'Salinan kantor',
    });
    const { id } = await documentRow(door, mine.child.id, 'akta');
    await decide(door, id, 'returned');
    await send(door, cs, [mine.child.id, 'akta'], { files: files.slice(1) });
    await send(door, other.caller, [other.child.id, 'akta'], {
      files: [await storedPage(door, other.caller)],
    });
    const data = await exported(mine.caller);
    expect(data.documents).toEqual([
      expect.objectContaining({
        id,
        child_id: mine.child.id,
        type_key: 'akta',
        status: 'uploaded',
        versions: [
          expect.objectContaining({ number: 2, sent_by: { name: 'Citra Dewi', role: 'cs' }, decision: null }),
          expect.objectContaining({
            number: 1,
            note: 'Salinan kantor',
            decision: 'returned',
            reason: 'Tulisan tidak terbaca. Foto ulang di tempat terang.',
            reviewed_by: { name: 'Citra Dewi', role: 'cs' },
          }),
        ],
      }),
    ]);
    expect(data.files.map((file) => file.id).toSorted()).toEqual(files.toSorted());
    expect(data.children[0]).not.toHaveProperty('documents_told_at');
    expect(data.registrations[0]).not.toHaveProperty('documents_reminder');
  });

  test('when staff read, tick and remind, then the export names the readers, what was ticked or changed since, and when the family was told', async () => {
    const mine = await registeredFamily(door);
    await happen(mine, ['send', 'approve', 'remind', 'tell']);
    const before = await exported(mine.caller);
    expect(before.documents).toMatchObject([{ type_key: 'akta', facts_checked: [{ fact: 'child_name' }] }]);
    expect(before.documents[0]).not.toHaveProperty('facts_changed');
    expect(before.children[0]?.documents_told_at).toEqual(expect.any(String));
    expect(before.registrations[0]?.documents_reminder).toEqual({
      asked_at: expect.any(String),
      done_at: null,
    });
    expect(before.trail).toEqual(
      expect.arrayContaining(
        ['document.read', 'document.approved', 'document.reminded'].map((action) =>
          expect.objectContaining({ action, by: { name: 'Citra Dewi', role: 'cs' } }),
        ),
      ),
    );
    await happen(mine, ['rename']);
    expect((await exported(mine.caller)).documents).toMatchObject([
      { facts_checked: [], facts_changed: [{ fact: 'child_name' }] },
    ]);
  });

  test('when families were told and reminded a year ago, then these notes end, and younger ones stay', async () => {
    const [old, young] = [await registeredFamily(door), await registeredFamily(door)];
    for (const one of [old, young]) await happen(one, ['send', 'remind', 'tell']);
    const past = new Date(Date.now() - 366 * 86_400_000);
    await door.db('document_notices').where({ child_id: old.child.id }).update({ told_at: past });
    await door
      .db('document_reminders')
      .where({ registration_id: old.registration.id })
      .update({ asked_at: past });
    const rule = retentionRules(door.context).find(({ name }) => name === 'document_notes');
    expect(await rule?.due(door.db)).toBe(2);
    expect([await rule?.end(), await rule?.end()]).toEqual([2, 0]);
    const left = await rowsOf({
      document_notices: ['child_id', [old.child.id, young.child.id]],
      document_reminders: ['registration_id', [old.registration.id, young.registration.id]],
    });
    expect(left).toEqual({ document_notices: 1, document_reminders: 1 });
  });

  const HAPPENS = ['send', 'scan', 'approve', 'return', 'rename', 'see', 'remind', 'tell'] as const;

  /** Lets this happen to a family's documents; returns the ids of the pages that were stored for it. */
  async function happen(
    { caller, child, registration }: RegisteredFamily,
    steps: readonly (typeof HAPPENS)[number][],
  ): Promise<string[]> {
    const files: string[] = [];
    const keep = async (by: Caller) => {
      const id = await storedPage(door, by);
      files.push(id);
      return [id];
    };
    const decideAll = async (decision: object) => {
      const { documents, facts_print } = await staffView(door, cs, registration.id);
      for (const { id, status, versions } of documents) {
        if (status !== 'uploaded') continue;
        const body = { number: versions[0]?.number, ...decision, facts_print };
        expect((await review(door, cs, id ?? '', body)).statusCode).toBe(200);
      }
    };
    const ways: Readonly<Record<(typeof HAPPENS)[number], () => Promise<unknown>>> = {
      send: async () => send(door, caller, [child.id, 'akta'], { files: await keep(caller) }),
      scan: async () => send(door, cs, [child.id, 'pas_foto'], { files: await keep(cs) }),
      approve: () => decideAll({ decision: 'approved', facts: ['child_name'] }),
      return: () => decideAll({ decision: 'returned', reason_code: 'buram' }),
      rename: async () => {
        const body = { full_name: `Aisyah ${[...'abcdefgh'][files.length]}` };
        const answer = await door.call(updateChild, caller, { params: { id: child.id }, body });
        expect(answer.statusCode).toBe(200);
      },
      see: () =>
        door.call(settleDocument, cs, {
          params: { childId: child.id, typeKey: 'kk' },
          body: { status: 'seen', reason: 'Ditunjukkan di loket' },
        }),
      remind: () =>
        door.call(remindDocuments, cs, {
          body: { registration_ids: [registration.id] },
          headers: { 'idempotency-key': uuidv7() },
        }),
      tell: () =>
        door
          .db('document_notices')
          .insert({ child_id: child.id, told_at: new Date() })
          .onConflict('child_id')
          .merge(),
    };
    for (const one of steps) await ways[one]();
    return files;
  }

  async function erase(caller: Caller): Promise<void> {
    const asked = await door.call(requestErasure, caller, { body: {} });
    const done = await door.call(decideErasure, admin, {
      params: { id: asked.json().id },
      body: { status: 'approved' },
    });
    expect(done.statusCode).toBe(200);
  }

  /** How many rows each table holds of these records. */
  async function rowsOf(of: Readonly<Record<string, readonly [string, readonly string[]]>>) {
    const counts = Object.entries(of).map(async ([table, [column, ids]]) => [
      table,
      (await door.db(table).whereIn(column, ids)).length,
    ]);
    return Object.fromEntries(await Promise.all(counts)) as Record<string, number>;
  }

  test('when a family is erased, whatever was done with its documents, then no version, file, byte, tick or note of them is left, and another’s stays', async () => {
    await door
      .db('document_types')
      .where({ key: 'pas_foto' })
      .update({ facts: ['child_name'] });
    const other = await registeredFamily(door);
    const kept = await happen(other, ['send', 'approve', 'tell', 'remind']);
    const most: Record<string, number> = {};
    const eraseOne = async (steps: readonly (typeof HAPPENS)[number][]) => {
      const mine = await registeredFamily(door);
      const files = await happen(mine, steps);
      const documents = await door.db('child_documents').where({ child_id: mine.child.id }).pluck('id');
      const child = ['child_id', [mine.child.id]] as const;
      const tables = {
        child_documents: child,
        facts_checked: child,
        facts_changed: child,
        document_notices: child,
        document_versions: ['document_id', documents],
        document_reminders: ['registration_id', [mine.registration.id]],
        files: ['id', files],
      } as const;
      for (const [table, count] of Object.entries(await rowsOf(tables)))
        most[table] = Math.max(most[table] ?? 0, count);
      await erase(mine.caller);
      expect(new Set(Object.values(await rowsOf(tables)))).toEqual(new Set([0]));
      for (const file of files) expect(await hasBytes(door, file)).toBe(false);
    };
    type Steps = (typeof HAPPENS)[number][];
    const steps: fc.Arbitrary<Steps> = fc.array(fc.constantFrom(...HAPPENS), { minLength: 1, maxLength: 6 });
    // Tried in every run: between them they leave something in each table.
    const everything: [Steps, Steps, Steps, Steps, Steps] = [
      ['send', 'approve', 'rename', 'tell', 'remind'],
      ['scan', 'approve', 'rename'],
      ['send', 'return', 'send', 'remind', 'approve'],
      ['see', 'tell'],
      ['send', 'scan', 'see'],
    ];
    // Five families beside each other: 200 in all.
    await fc.assert(
      fc.asyncProperty(fc.tuple(steps, steps, steps, steps, steps), async (all) => {
        await Promise.all(all.map(eraseOne));
      }),
      { numRuns: runs(40, { plain: 6 }), examples: [[everything]] },
    );
    // There was something of each to erase.
    expect(Object.keys(most).filter((table) => most[table] === 0)).toEqual([]);
    for (const file of kept) expect(await hasBytes(door, file)).toBe(true);
    expect(await documentRow(door, other.child.id, 'akta')).toMatchObject({ status: 'approved' });
    expect(await door.db('facts_checked').where({ child_id: other.child.id })).toHaveLength(1);
    await door.db('document_types').where({ key: 'pas_foto' }).update({ facts: [] });
  });
});
