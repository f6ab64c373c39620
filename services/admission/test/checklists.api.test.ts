import { getChecklist } from '@gerbang/contracts/checklists';
import { getRegistration } from '@gerbang/contracts/registrations';
import { countStatements } from '@gerbang/service-kit/testing/statements';
import { decide, page, send } from './child-documents.ts';
import { type Caller, type Door, useDoor } from './door.ts';
import { makeChild, makeRegistration, setState } from './families.ts';

describe('the checklist of a registration', () => {
  let door: Door;
  let parent: Caller;
  useDoor(async (opened) => {
    door = opened;
    parent = await door.caller();
  });

  const made = async (change: Record<string, unknown> = { jenjang: 'SD', kelas: '1' }) => {
    const child = await makeChild(door, parent);
    return { child, registration: await makeRegistration(door, parent, change, child) };
  };
  const read = async (id: string, caller = parent) => {
    const answer = await door.call(getChecklist, caller, { params: { id } });
    expect(answer.statusCode).toBe(200);
    return answer.json();
  };
  const item = (list: { items: Array<Record<string, unknown>> }, key: string) =>
    list.items.find((one) => one.key === key);
  const documentOf = (child: { id: string }, key: string) =>
    door
      .db('child_documents as d')
      .join('document_types as t', 't.id', 'd.type_id')
      .where({ 'd.child_id': child.id, 't.key': key })
      .first('d.*');

  test('when a registration is new, then data, fee, phone, its documents and the confirmation are in this order', async () => {
    const { child, registration } = await made();
    const list = await read(registration.id);
    expect(list.items.map(({ key }: { key: string }) => key)).toEqual([
      'data:child',
      'data:parents',
      'data:address',
      'fee',
      'phone',
      ...['akta', 'kk', 'pas_foto', 'ktp_ayah', 'ktp_ibu', 'surat_pindah', 'surat_sehat'].map(
        (key) => `document:${key}`,
      ),
      'confirmation',
    ]);
    expect(item(list, 'document:akta')).toEqual({
      kind: 'document',
      key: 'document:akta',
      label: 'Akta kelahiran',
      text: 'Kirim Akta kelahiran',
      help: 'Nama anak, tanggal lahir, dan nama orang tua terbaca jelas.',
      purpose: 'untuk memastikan ejaan nama di rapor dan Dapodik',
      status: 'todo',
      open: true,
      document_status: 'missing',
      required: true,
      needed_by: 're_enrolment',
      gate: 'warn',
      reason: null,
      sent_at: null,
      can_upload: true,
      link: `/children/${child.id}/dokumen`,
    });
    expect(item(list, 'confirmation')).toMatchObject({ status: 'todo', open: false });
    expect(list.complete).toEqual({ registration: true, observation: true, re_enrolment: false });
    expect(list.next).toMatchObject({ text: 'Lengkapi data orang tua', link: '/profile' });
  });

  test('when documents are sent and reviewed, then their items, the moments and the percentage follow', async () => {
    const { child, registration } = await made();
    const before = (await read(registration.id)).percent;
    await send(door, parent, [child.id, 'akta'], { files: [await page(door, parent)] });
    expect(item(await read(registration.id), 'document:akta')).toMatchObject({
      status: 'waiting',
      text: expect.stringMatching(/^Menunggu diperiksa sejak \d+ \S+ \d{4}$/u),
      document_status: 'uploaded',
    });
    await decide(door, (await documentOf(child, 'akta')).id, 'returned');
    expect(item(await read(registration.id), 'document:akta')).toMatchObject({
      status: 'todo',
      text: 'Kirim ulang Akta kelahiran: Tulisan tidak terbaca. Foto ulang di tempat terang.',
      reason: 'Tulisan tidak terbaca. Foto ulang di tempat terang.',
    });
    for (const key of ['akta', 'kk', 'pas_foto']) {
      await send(door, parent, [child.id, key], { files: [await page(door, parent)] });
      await decide(door, (await documentOf(child, key)).id, 'approved');
    }
    const list = await read(registration.id);
    expect(list.complete).toEqual({ registration: true, observation: true, re_enrolment: true });
    expect(item(list, 'document:akta')).toMatchObject({
      status: 'done',
      text: 'Akta kelahiran',
      reason: null,
    });
    expect(list.percent).toBeGreaterThan(before);
    // A child's documents count for its next registration too.
    const second = await makeRegistration(door, parent, { academic_year: '2027/2028', kelas: '1' }, child);
    expect((await read(second.id)).complete.re_enrolment).toBe(true);
  });

  test('when every type is retired, then no document is in the list', async () => {
    const { registration } = await made();
    await door.db('document_types').update({ retired_at: new Date() });
    const list = await read(registration.id);
    await door.db('document_types').update({ retired_at: null });
    expect(list.items.map(({ kind }: { kind: string }) => kind)).not.toContain('document');
    expect(list.complete).toEqual({ registration: true, observation: true, re_enrolment: true });
  });

  test('when the child was accepted, then the confirmation is open; after a rejection nothing is', async () => {
    const { registration } = await made();
    await setState(door, registration.id, { current_stage: 'passed' });
    expect(item(await read(registration.id), 'confirmation')).toMatchObject({
      status: 'todo',
      open: true,
      link: `/enrollment-confirmation/${registration.id}`,
    });
    await setState(door, registration.id, { current_stage: 'failed' });
    const list = await read(registration.id);
    expect(list.next).toBeNull();
    expect(list.items.some(({ open }: { open: boolean }) => open)).toBe(false);
  });

  test('when it is read, then by no more statements than the registration itself', async () => {
    const { registration } = await made();
    const params = { id: registration.id };
    const list = await countStatements(() => door.call(getChecklist, parent, { params }));
    const itself = await countStatements(() => door.call(getRegistration, parent, { params }));
    expect(list).toHaveLength(1);
    expect(itself.length).toBeGreaterThanOrEqual(list.length);
  });
});
