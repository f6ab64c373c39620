import { listChildren } from '@gerbang/contracts/children';
import { listChildDocuments } from '@gerbang/contracts/child-documents';
import { decide, page, send } from './child-documents.ts';
import { type Door, openDoor } from './door.ts';
import { makeChild, makeRegistration } from './families.ts';

describe('documents in numbers', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  /** The child of a new family, registered for SD-1: akta, KK and photo are required. */
  async function family() {
    const caller = await door.caller();
    const child = await makeChild(door, caller);
    const read = async () => {
      const answer = await door.call(listChildren, caller);
      expect(answer.statusCode).toBe(200);
      return answer.json() as Record<string, unknown>[];
    };
    return { caller, child, read, count: async () => (await read())[0]?.documents };
  }

  test('when a document is sent and decided, then the list of children counts it once it is accepted', async () => {
    const { caller, child, count } = await family();
    expect(await count()).toBeUndefined();
    await makeRegistration(door, caller, {}, child);
    expect(await count()).toEqual({ done: 0, of: 3 });
    await send(door, caller, [child.id, 'akta'], { files: [await page(door, caller)] });
    expect(await count()).toEqual({ done: 0, of: 3 });
    const sent = await door.db('child_documents').where({ child_id: child.id }).first();
    await decide(door, sent.id, 'approved');
    expect(await count()).toEqual({ done: 1, of: 3 });
    await send(door, caller, [child.id, 'akta'], { files: [await page(door, caller)] });
    expect(await count()).toEqual({ done: 1, of: 3 });
    const all = (await door.call(listChildDocuments, caller, { params: { childId: child.id } })).json() as {
      complete: boolean;
      type: { required: boolean };
    }[];
    const required = all.filter(({ type }) => type.required);
    expect([required.filter(({ complete }) => complete).length, required.length]).toEqual([1, 3]);
  });

  test('when the school asks no document, then the list of children is as it was without documents', async () => {
    const { caller, child, read } = await family();
    const [before] = await read();
    await makeRegistration(door, caller, {}, child);
    expect((await read())[0]).toMatchObject({ documents: { done: 0, of: 3 } });
    await door.db('document_types').update({ retired_at: door.db.fn.now() });
    expect(await read()).toEqual([before]);
  });
});
