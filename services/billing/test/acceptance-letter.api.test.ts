import { getAcceptanceLetter } from '@gerbang/contracts/enrollment-confirmations';
import { schoolSchema } from '@gerbang/contracts/school';
import type { Caller } from '@gerbang/service-kit/testing/door';
import { type Door, openDoor } from './door.ts';
import { copyOf } from './enrollments.ts';
import { pdfText } from './pdf-text.ts';

/** Without blanks, because the page decides where lines break. */
const bare = (text: string) => text.replaceAll(/\s+/gu, '');

describe('the letter of acceptance as PDF', () => {
  let door: Door;
  let family: Caller;
  beforeAll(async () => {
    door = await openDoor();
    family = await door.caller();
  });
  afterEach(() => door.setClock(null));
  afterAll(() => door.close());

  const read = (caller: Caller, registrationId: string) =>
    door.call(getAcceptanceLetter, caller, { params: { registrationId } });

  test('when a child is accepted, then its family reads the letter, and no other account', async () => {
    const copy = await copyOf(door, family);
    door.setClock(new Date('2026-11-22T03:00:00Z'));
    const answer = await read(family, copy.id);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'content-disposition': `inline; filename="surat-penerimaan-${copy.registration_number}.pdf"`,
    });
    const text = bare(pdfText(answer.rawPayload));
    for (const said of [
      'Surat Penerimaan',
      schoolSchema.parse({}).name,
      copy.child_name,
      copy.registration_number,
      copy.academic_year,
      'diterima sebagai murid baru',
      '22 November 2026',
    ]) {
      expect(text).toContain(bare(said));
    }
    expect(text).not.toContain('\uFFFD');
    expect((await read(await door.caller(), copy.id)).statusCode).toBe(404);
  });

  test('when the school names who signs, then the letter says so, as plain text', async () => {
    const copy = await copyOf(door, family, { child_name: 'Umar <b>Faruq</b>' });
    const { texts, ...school } = schoolSchema.parse({});
    const signed = {
      signatory_name: 'Hendra Gunawan',
      signatory_title: 'Kepala Sekolah',
      signatory_city: 'Depok',
    };
    const settings = JSON.stringify({ ...school, texts: { ...texts, ...signed } });
    await door.db('school').insert({ version: 5, settings }).onConflict('id').merge();
    await door.context.school.look();
    const text = bare(pdfText((await read(family, copy.id)).rawPayload));
    for (const said of [...Object.values(signed), 'Umar <b>Faruq</b>']) expect(text).toContain(bare(said));
  });

  test.each(['waiting_announcement', 'failed'])(
    'when the stage is %s, then 409 and no letter',
    async (current_stage) => {
      const copy = await copyOf(door, family, { current_stage });
      const answer = await read(family, copy.id);
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'not_passed']);
    },
  );
});
