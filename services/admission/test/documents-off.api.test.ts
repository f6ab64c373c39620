import { endpoints } from '@gerbang/contracts/all';
import { decide, documentRow, page, send } from './child-documents.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeChild, makeRegistration } from './families.ts';

/** The calls about documents themselves, of which the list of types shows the retired ones, and the trail of all reads. */
const OWN = /documents|document-types|checklist|audit/u;

describe('a school that asks for no documents', () => {
  let door: Door;
  beforeAll(async () => {
    door = await openDoor();
  });
  afterAll(() => door.close());

  test('when every type is retired, then each answer is to the byte that of a portal without types', async () => {
    const parent = await door.caller('wali_murid', 'Rahma Aulia');
    const child = await makeChild(door, parent);
    const registration = await makeRegistration(door, parent, {}, child);
    // One was accepted while it was asked.
    await send(door, parent, [child.id, 'akta'], { files: [await page(door, parent)] });
    await decide(door, (await documentRow(door, child.id, 'akta')).id, 'approved');
    const readers = [parent, await door.caller('cs', 'Citra'), await door.caller('admin', 'Dewi')];
    const reads = endpoints.filter(
      ({ service, method, path }) => service === 'admission' && method === 'GET' && !OWN.test(path),
    );
    const idOf = (name: string) => (name === 'childId' ? child.id : registration.id);
    const read = async (caller: Caller, path: string) => {
      const url = path
        .replace('/api/children/{id}', `/api/children/${child.id}`)
        .replace(/\{(\w+)\}/gu, (_all, name: string) => idOf(name));
      const answer = await door.app.inject({ url, headers: door.headers(caller) });
      return `${answer.statusCode} ${answer.body.replace(/"requestId":"[^"]*"/u, '')}`;
    };
    let second = 0;
    const readAll = async () => {
      // What is kept in memory for seconds is read anew.
      second += 10;
      door.setClock(new Date(Date.UTC(2026, 11, 1, 3, 0, second)));
      const answers: Record<string, string> = {};
      for (const caller of readers)
        for (const { id, path } of reads) answers[`${id} ${caller.role}`] = await read(caller, path);
      return answers;
    };
    const asked = await readAll();
    await door.db('document_types').update({ retired_at: new Date() });
    const off = await readAll();
    await door.db('child_documents').delete();
    await door.db('document_types').delete();
    const before = await readAll();
    expect(off).toEqual(before);
    const answered = Object.values(off).filter((one) => one.startsWith('200'));
    expect(answered.length).toBeGreaterThan(30);
    const withDocuments = Object.keys(off).filter((call) => asked[call] !== off[call]);
    expect(withDocuments).toEqual(expect.arrayContaining(['G02 wali_murid', 'C01 wali_murid']));
    for (const call of withDocuments) expect(off[call]).not.toMatch(/document|dokumen/iu);
    door.setClock(null);
  });
});
