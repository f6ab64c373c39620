import { listStaffRegistrations } from '@gerbang/contracts/staff-registrations';
import { DOCUMENT_STATUSES, isDocumentComplete } from '@gerbang/domain/child-documents';
import { ROLES } from '@gerbang/domain/roles';
import { uuidv7 } from 'uuidv7';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeChild, makeRegistration } from './families.ts';

describe('documents in the staff’s list of registrations', () => {
  let door: Door;
  let parent: Caller;
  let cs: Caller;
  let sd: { child: string; id: string };
  beforeAll(async () => {
    door = await openDoor();
    parent = await door.caller('wali_murid', 'Rahma Aulia');
    cs = await door.caller('cs', 'Citra Dewi');
    const child = await makeChild(door, parent);
    const { id } = await makeRegistration(door, parent, { jenjang: 'SD', kelas: '2' }, child);
    sd = { child: child.id, id };
  });
  afterAll(() => door.close());

  const figures = async (who = cs, query = 'limit=50') => {
    const answer = await door.call(listStaffRegistrations, who, { query });
    expect(answer.statusCode).toBe(200);
    const rows = answer.json() as { id: string; documents?: { done: number; of: number } }[];
    return rows.find(({ id }) => id === sd.id);
  };
  const typeId = async (key: string): Promise<string> =>
    (await door.db('document_types').where({ key }).first('id')).id;
  const set = async (key: string, status: string, approved_version: number | null) => {
    const document = { child_id: sd.child, type_id: await typeId(key) };
    await door.db('child_documents').where(document).delete();
    await door.db('child_documents').insert({
      ...document,
      id: uuidv7(),
      status,
      current_version: 2,
      approved_version,
      waived_reason: ['waived', 'seen'].includes(status) ? 'Tidak diperlukan' : null,
    });
  };

  test('when nothing was sent, then the required types of level and class are counted, whole list and page alike', async () => {
    // akta, kk, pas_foto and, from class 2 on, rapor.
    expect((await figures())?.documents).toEqual({ done: 0, of: 4 });
    expect((await figures(cs, ''))?.documents).toEqual({ done: 0, of: 4 });
    expect((await figures(cs, 'limit=50&search=SD'))?.documents).toEqual({ done: 0, of: 4 });
  });

  test('when a document has any state, then it counts where the rules call it complete', async () => {
    for (const status of DOCUMENT_STATUSES)
      for (const approved_version of [null, 1]) {
        if ((status === 'approved') !== (approved_version !== null) && status !== 'uploaded') continue;
        await set('akta', status, approved_version);
        await set('ktp_ayah', status, approved_version);
        const done = isDocumentComplete({ status, approved_version }) ? 1 : 0;
        expect([status, (await figures())?.documents]).toEqual([status, { done, of: 4 }]);
      }
  });

  test('when a role reads no documents, then its rows have no count of them', async () => {
    for (const role of ROLES.filter((one) => one !== 'wali_murid')) {
      const row = await figures(await door.caller(role, 'Siapa Pun'));
      const reads = !['finance', 'it'].includes(role);
      expect([role, row !== undefined && 'documents' in row]).toEqual([role, reads]);
    }
  });

  test('when no type applies, then the rows are as without documents', async () => {
    await door.db('document_types').update({ retired_at: new Date() });
    expect('documents' in ((await figures()) ?? {})).toBe(false);
    await door.db('document_types').update({ retired_at: null });
  });
});
