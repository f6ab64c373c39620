import { FILE_TYPES, type FilePurpose, type FileType, UPLOADS } from '@gerbang/domain/file-types';
import { patiently } from '@gerbang/service-kit/testing/patience';
import { type Caller, type Door, openDoor } from './door.ts';
import { doc, docx, pdf, photo } from './file-samples.ts';
import { FORMS } from './upload-calls.ts';

const TYPES = Object.keys(FILE_TYPES) as FileType[];
const PURPOSES = Object.keys(UPLOADS) as FilePurpose[];

describe('every upload takes what its picker offers', () => {
  let door: Door;
  let senders: Readonly<Record<FilePurpose, readonly Caller[]>>;
  let samples: Readonly<Record<FileType, Buffer>>;
  beforeAll(async () => {
    door = await openDoor({ UPLOADS_PER_HOUR_PARENT: '10000', UPLOADS_PER_HOUR_STAFF: '10000' });
    const parent = await door.caller('wali_murid');
    const cs = await door.caller('cs');
    const admin = await door.caller('admin');
    senders = {
      payment_evidence: [parent, cs],
      stage_attachment: [cs],
      school_logo: [admin],
      child_document: [parent],
    };
    samples = {
      jpeg: await photo('jpeg'),
      png: await photo('png'),
      gif: await photo('gif'),
      webp: await photo('webp'),
      pdf: pdf(),
      doc: doc(),
      docx: docx(),
    };
  });
  afterAll(() => door.close());

  /** Status and sentence for a file of this type under each of its names, and without one. */
  async function sent(purpose: FilePurpose, type: FileType): Promise<[number, string][]> {
    const { extensions, media } = FILE_TYPES[type];
    const names = [...extensions.map((ending) => `Berkas.${ending.toUpperCase()}`), 'image:1641'];
    const results: [number, string][] = [];
    for (const [at, sender] of senders[purpose].entries()) {
      for (const name of at === 0 ? names : names.slice(0, 1)) {
        const answer = await patiently(() =>
          FORMS.raw(door, sender, samples[type], {
            name,
            purpose,
            ...(name === 'image:1641' && { type: media }),
          }),
        );
        results.push([answer.statusCode, String(answer.json().message)]);
      }
    }
    return results;
  }

  const cells = PURPOSES.flatMap((purpose) => TYPES.map((type) => [purpose, type] as const));
  test.each(cells)(
    'when %s is sent a %s, then it is taken, or the sentence says what is',
    async (purpose, type) => {
      const taken = UPLOADS[purpose].types.some((one) => one === type);
      for (const [status, message] of await sent(purpose, type)) {
        expect(status).toBe(taken ? 201 : 422);
        if (!taken)
          expect(message).toMatch(
            /^File tidak valid: (?:Hanya file gambar|Hanya file PDF|Logo harus berupa|Dokumen harus berupa)/u,
          );
      }
    },
  );

  test.each(PURPOSES)(
    'when a file for %s is another one by its name, then the sentence says how to mend it',
    async (purpose) => {
      for (const sender of senders[purpose]) {
        const answer = await patiently(() =>
          FORMS.raw(door, sender, samples.png, { name: 'foto.jpg', purpose }),
        );
        expect([answer.statusCode, answer.json().message]).toEqual([
          422,
          expect.stringMatching(/tidak sesuai dengan nama atau jenisnya\. Buka filenya, simpan ulang/u),
        ]);
      }
    },
  );
});
