import {
  createDocumentType,
  listDocumentTypes,
  updateDocumentType,
} from '@gerbang/contracts/child-documents';
import { type Caller, type Door, openDoor } from './door.ts';

const FORM = {
  label: 'Surat baptis',
  help: '',
  purpose: 'untuk pelajaran agama',
  jenjang: ['SD', 'SMP', 'SD'],
  required: false,
  needed_by: 're_enrolment',
  gate: 'none',
  max_files: 1,
  accepts: 'image_pdf',
  facts: ['child_name', 'child_name'],
  expires_months: null,
  position: 20,
};

describe('types of documents', () => {
  let door: Door;
  let tu: Caller;
  beforeAll(async () => {
    door = await openDoor();
    tu = await door.caller('staff_tu', 'Tuti');
  });
  afterAll(() => door.close());

  const create = (body: Record<string, unknown>) =>
    door.call(createDocumentType, tu, { body: { ...FORM, ...body } });
  const update = (id: string, body: Record<string, unknown>) =>
    door.call(updateDocumentType, tu, { params: { id }, body: { ...FORM, retired: false, ...body } });
  const types = async () => (await door.call(listDocumentTypes, tu)).json() as Array<Record<string, unknown>>;

  test('when the portal is new, then ten types warn and none blocks, each with its purpose', async () => {
    const seeded = await types();
    expect(seeded.map(({ key }) => key)).toEqual([
      'akta',
      'kk',
      'pas_foto',
      'ktp_ayah',
      'ktp_ibu',
      'imunisasi',
      'rapor',
      'skl_ijazah',
      'surat_pindah',
      'surat_sehat',
    ]);
    expect(new Set(seeded.map(({ gate }) => gate))).toEqual(new Set(['warn']));
    expect(seeded.every(({ purpose }) => String(purpose).length > 0)).toBe(true);
  });

  test('when a type is added, then it is listed without repeats; its key is never free again', async () => {
    const made = await create({ key: 'baptis' });
    expect([made.statusCode, made.json()]).toEqual([
      201,
      expect.objectContaining({
        key: 'baptis',
        jenjang: ['SD', 'SMP'],
        facts: ['child_name'],
        classes: null,
        version: 1,
      }),
    ]);
    const again = await create({ key: 'baptis' });
    expect([again.statusCode, again.json().code]).toEqual([409, 'type_in_use']);
    const { id } = made.json();
    const retired = await update(id, { key: 'baptis', version: 1, retired: true });
    expect(retired.json()).toMatchObject({ version: 2, retired_at: expect.any(String) });
    expect((await create({ key: 'baptis' })).statusCode).toBe(409);
    expect(await door.db('audit_events').where({ subject_id: id }).orderBy('id').pluck('action')).toEqual([
      'document_type.created',
      'document_type.changed',
    ]);
  });

  test('when there is no purpose, another key or an old version, then it is refused', async () => {
    const { id } = (await create({ key: 'uji_tolak' })).json();
    for (const purpose of ['', '  ', null]) {
      const answer = await create({ key: 'tanpa_tujuan', purpose });
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'no_purpose']);
      expect((await update(id, { key: 'uji_tolak', version: 1, purpose })).json().code).toBe('no_purpose');
    }
    const key = await update(id, { key: 'lain', version: 1 });
    expect([key.statusCode, key.json().code]).toEqual([409, 'type_in_use']);
    expect((await update(id, { key: 'uji_tolak', version: 1, label: 'Baru' })).statusCode).toBe(200);
    const stale = await update(id, { key: 'uji_tolak', version: 1 });
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'stale']);
    expect(stale.json().stale.present).toMatchObject({ label: 'Baru', version: 2 });
  });

  test('when a gate is set to block, then it counts from that moment, and no more once it is taken back', async () => {
    const { id } = (await create({ key: 'uji_gerbang' })).json();
    const from = async () =>
      (await door.db('document_types').where({ id }).first()).blocks_from as Date | null;
    await update(id, { key: 'uji_gerbang', version: 1, gate: 'block' });
    const first = await from();
    expect(first).not.toBeNull();
    await update(id, { key: 'uji_gerbang', version: 2, gate: 'block', label: 'Baru' });
    expect(await from()).toEqual(first);
    await update(id, { key: 'uji_gerbang', version: 3, gate: 'warn' });
    expect(await from()).toBeNull();
  });

  test.each([
    [{ key: 'A' }],
    [{ key: 'x'.repeat(31) }],
    [{ jenjang: [] }],
    [{ jenjang: ['SMA'] }],
    [{ max_files: 0 }],
    [{ max_files: 11 }],
    [{ expires_months: 0 }],
    [{ facts: ['hobby'] }],
    [{ gate: 'stop' }],
    [{ label: '' }],
    [{ purpose: 'x'.repeat(201) }],
    [{ unknown: 1 }],
  ])('when %j is sent, then 400', async (change) => {
    expect((await create({ key: 'uji_isi', ...change })).statusCode).toBe(400);
  });
});
