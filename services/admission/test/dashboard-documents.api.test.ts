import { listDocumentTypes, updateDocumentType } from '@gerbang/contracts/child-documents';
import { summarizeDocuments } from '@gerbang/contracts/document-reviews';
import { deleteRegistration } from '@gerbang/contracts/registrations';
import type { Role } from '@gerbang/domain/roles';
import { staffArea } from '../src/dashboard/dashboard.routes.ts';
import { decide, page, send } from './child-documents.ts';
import { freshBody, readDashboard, storedBody } from './dashboards.ts';
import { type Caller, type Door, openDoor } from './door.ts';
import { makeChild, makeRegistration } from './families.ts';

interface Task {
  readonly kind: string;
  readonly child_id: string | null;
  readonly documents?: string[];
}

describe('documents on the dashboards', () => {
  let door: Door;
  let parent: Caller;
  let child: Awaited<ReturnType<typeof makeChild>>;
  beforeAll(async () => {
    door = await openDoor();
    parent = await door.caller();
    child = await makeChild(door, parent);
    await makeRegistration(door, parent, {}, child);
  });
  afterAll(() => door.close());

  const tasks = async (): Promise<Task[]> => {
    const { admission } = (await readDashboard(door, parent)).json();
    expect(await storedBody(door, parent)).toBe(await freshBody(door, parent));
    return admission.parent.tasks.filter(({ kind }: Task) => kind.startsWith('document'));
  };
  const retire = async (retired: boolean) => {
    const tu = await door.caller('staff_tu', 'Tuti');
    const types = (await door.call(listDocumentTypes, tu)).json() as Array<Record<string, unknown>>;
    for (const { id, retired_at: _at, ...type } of types) {
      await door.call(updateDocumentType, tu, { params: { id: String(id) }, body: { ...type, retired } });
    }
  };
  const sendAkta = async () => {
    await send(door, parent, [child.id, 'akta'], { files: [await page(door, parent)] });
    return (await door.db('child_documents').where({ child_id: child.id }).first()).id as string;
  };
  const staff = (role: Role) => staffArea(door.context, role);

  test('when types end and begin again, then the stored answer follows without another change; with none it says nothing of them', async () => {
    expect(await tasks()).toEqual([
      expect.objectContaining({
        kind: 'document_missing',
        child_id: child.id,
        documents: ['Akta kelahiran', 'Kartu keluarga', 'Pas foto anak'],
      }),
    ]);
    await retire(true);
    expect(await tasks()).toEqual([]);
    expect((await readDashboard(door, parent)).body).not.toContain('document');
    expect(await staff('cs')).not.toHaveProperty('documents_waiting');
    await retire(false);
    expect(await tasks()).toHaveLength(1);
  });

  test('when a document is sent and returned, then the tasks follow, and those who review see what waits', async () => {
    const id = await sendAkta();
    expect((await tasks()).map(({ kind, documents }) => [kind, documents])).toEqual([
      ['document_missing', ['Kartu keluarga', 'Pas foto anak']],
    ]);
    for (const role of ['cs', 'staff_tu', 'admin'] as const) {
      expect((await staff(role)).documents_waiting).toBe(1);
    }
    for (const role of ['finance', 'staff_pendidikan', 'manager_pendidikan', 'it'] as const) {
      expect(await staff(role)).not.toHaveProperty('documents_waiting');
    }
    // A family that left is waited for no more, in the list and in the menu.
    const move = (current_stage: string) =>
      door.db('registrations').where({ child_id: child.id }).update({ current_stage });
    await move('failed');
    expect((await staff('cs')).documents_waiting).toBe(0);
    await move('registered');
    await decide(door, id, 'returned');
    expect((await tasks()).map(({ kind, documents }) => [kind, documents])).toEqual([
      ['document_returned', ['Akta kelahiran']],
      ['document_missing', ['Kartu keluarga', 'Pas foto anak']],
    ]);
    expect((await staff('cs')).documents_waiting).toBe(0);
  });

  test('when the registration ends that asked for a document, then it waits neither in the queue nor on the dashboard', async () => {
    await sendAkta();
    const cs = await door.caller('cs', 'Citra');
    const waiting = async () => [
      (await door.call(summarizeDocuments, cs)).json().waiting,
      (await staff('cs')).documents_waiting,
    ];
    expect(await waiting()).toEqual([1, 1]);
    const { id } = await door.db('registrations').where({ child_id: child.id }).first('id');
    expect((await door.call(deleteRegistration, parent, { params: { id } })).statusCode).toBe(204);
    expect(await waiting()).toEqual([0, 0]);
  });
});
