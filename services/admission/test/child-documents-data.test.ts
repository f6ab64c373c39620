import { runs } from '@gerbang/domain/testing/runs';
import { DOCUMENT_MACHINE, type DocumentStatus, isDocumentComplete } from '@gerbang/domain/child-documents';
import { edgeFor } from '@gerbang/domain/transitions';
import { previewRetention, runRetention } from '@gerbang/service-kit/data/retention';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { retentionRules } from '../src/retention/retention.ts';
import {
  decide,
  documentRow,
  hasBytes,
  page,
  type RegisteredFamily,
  registeredFamily,
  send,
  storedPage,
} from './child-documents.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { publishedSince, setState } from './families.ts';

describe('data of documents', () => {
  let door: Door;
  let cs: Caller;
  beforeAll(async () => {
    door = await openDoor();
    cs = await door.caller('cs', 'Citra Dewi');
  });
  afterEach(() => door.setClock(null));
  afterAll(() => door.close());

  test('when time is over, then replaced versions and documents of families that were accepted nowhere end', async () => {
    const { caller, child, registration } = await registeredFamily(door);
    const pages = [await storedPage(door, caller), await storedPage(door, caller)];
    await send(door, caller, [child.id, 'akta'], { files: pages.slice(0, 1) });
    const { id } = await documentRow(door, child.id, 'akta');
    await decide(door, id, 'returned');
    await send(door, caller, [child.id, 'akta'], { files: pages.slice(1) });
    const rules = () => retentionRules(door.context);
    const preview = async (days: number) => {
      door.setClock(new Date(Date.now() + days * 86_400_000));
      const { document_versions_replaced: versions, child_documents: documents } = await previewRetention(
        door.db,
        rules(),
      );
      return [versions, documents];
    };
    expect(await preview(400)).toEqual([0, 0]);
    await decide(door, id, 'approved');
    expect(await preview(89)).toEqual([0, 0]);
    expect(await preview(92)).toEqual([1, 0]);
    await runRetention(door.context, rules());
    expect(await door.db('document_versions').where({ document_id: id }).pluck('number')).toEqual([2]);
    expect([await hasBytes(door, pages[0] ?? ''), await hasBytes(door, pages[1] ?? '')]).toEqual([
      false,
      true,
    ]);
    // The school year 2026/2027 and twelve months are over.
    const becomes = (current_stage: string) => setState(door, registration.id, { current_stage });
    await becomes('passed');
    door.setClock(new Date('2028-07-01T03:00:00Z'));
    const before = (await previewRetention(door.db, rules())).child_documents ?? 0;
    await becomes('obs_attended');
    expect((await previewRetention(door.db, rules())).child_documents).toBe(before + 1);
    // The document is complete, and after its end it is not: other services are told.
    await door
      .db('document_types')
      .where({ key: 'akta' })
      .update({ gate: 'block', blocks_from: new Date(0) });
    const from = door.published.length;
    await runRetention(
      door.context,
      rules().filter(({ name }) => name === 'child_documents'),
    );
    await door.db('document_types').where({ key: 'akta' }).update({ gate: 'warn', blocks_from: null });
    expect(publishedSince(door, from, 'registration.changed')).toEqual([
      expect.objectContaining({
        child_id: child.id,
        documents_complete: {
          observation: true,
          re_enrolment: false,
          missing: [{ key: 'akta', label: 'Akta kelahiran' }],
        },
      }),
    ]);
    expect(await documentRow(door, child.id, 'akta')).toBeUndefined();
    expect(await hasBytes(door, pages[1] ?? '')).toBe(false);
  });

  const STEPS = ['family', 'staff', 'repeat', 'approved', 'returned'] as const;

  /** Sends and decides a photograph of this child in this order; what is kept must be what the machine says. */
  async function sendAndDecide(
    { caller, child }: RegisteredFamily,
    steps: readonly (typeof STEPS)[number][],
  ): Promise<void> {
    await door.db('child_documents').where({ child_id: child.id }).delete();
    let status: DocumentStatus = 'missing';
    let number = 0;
    let approved: number | null = null;
    let used = uuidv7();
    for (const one of steps) {
      if (one === 'approved' || one === 'returned') {
        const action = one === 'approved' ? 'approve' : 'return';
        if (status !== 'uploaded' || !edgeFor(DOCUMENT_MACHINE, status, { action, by: 'reviewer' })) continue;
        await decide(door, (await documentRow(door, child.id, 'pas_foto')).id, one);
        status = one;
        approved = one === 'approved' ? number : null;
        continue;
      }
      const sender = one === 'staff' ? cs : caller;
      const file: string = one === 'repeat' ? used : await page(door, sender);
      const answer = await send(door, sender, [child.id, 'pas_foto'], { files: [file] });
      if (one === 'repeat') {
        expect(answer.statusCode).toBe(422);
        continue;
      }
      number += 1;
      status = 'uploaded';
      if (sender === caller) used = file;
      expect([answer.statusCode, answer.json()]).toEqual([201, { status, number }]);
    }
    const row = await documentRow(door, child.id, 'pas_foto');
    expect([row?.status ?? 'missing', row?.current_version ?? 0, row?.approved_version ?? null]).toEqual([
      status,
      number,
      approved,
    ]);
    if (row) expect(isDocumentComplete(row)).toBe(status === 'approved' || approved !== null);
    const versions = row ? await door.db('document_versions').where({ document_id: row.id }) : [];
    const pages = versions.flatMap(({ files }) => files as string[]);
    expect([versions.length, new Set(pages).size]).toEqual([number, number]);
    expect(await door.db('files').whereIn('id', pages).where({ family_user_id: caller.id })).toHaveLength(
      number,
    );
  }

  test('when families and staff send and decide in any order, then the states are the machine’s and no page is used twice', async () => {
    const families = await Promise.all(Array.from({ length: 5 }, () => registeredFamily(door)));
    const steps = fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 6 });
    // Five families beside each other: 200 orders in all.
    await fc.assert(
      fc.asyncProperty(fc.tuple(steps, steps, steps, steps, steps), async (orders) => {
        await Promise.all(families.map((one, at) => sendAndDecide(one, orders[at] ?? [])));
      }),
      { numRuns: runs(40, { plain: 6 }) },
    );
  });
});
