import { runs } from '@gerbang/domain/testing/runs';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { patiently } from '@gerbang/service-kit/testing/patience';
import { type Caller, type Door, openDoor } from './door.ts';
import { packedPdf, pdf, photo } from './file-samples.ts';
import { FORMS, read } from './upload-calls.ts';

const MEBIBYTE = 1_048_576;
const HEAVY =
  'PDF ini terlalu rumit untuk diperiksa. Buka filenya, pilih Cetak lalu Simpan sebagai PDF, dan unggah hasilnya.';

/** A PDF of object streams without objects, which unpack to this many bytes each. */
function emptyStreams(count: number, bytes: number): Buffer {
  const packed = deflateSync(Buffer.alloc(bytes, 0x20));
  const one = (at: number) => [
    Buffer.from(`${at + 2} 0 obj\n<< /Type /ObjStm /N 0 /First 0 /Filter /FlateDecode >>\nstream\n`),
    packed,
    Buffer.from('\nendstream\nendobj\n'),
  ];
  return Buffer.concat([
    Buffer.from('%PDF-1.5\n1 0 obj\n<< /Type /Catalog >>\nendobj\n'),
    ...Array.from({ length: count }, (_none, at) => one(at)).flat(),
    Buffer.from('trailer << /Root 1 0 R >>\n%%EOF\n'),
  ]);
}

describe('files are checked fairly', () => {
  let door: Door;
  let parent: Caller;
  beforeAll(async () => {
    door = await openDoor({ UPLOADS_PER_HOUR_PARENT: '10000' });
    parent = await door.caller('wali_murid');
  });
  afterAll(() => door.close());

  test('when a PDF of one family unpacks without end, then it is refused, and the picture of another is taken', async () => {
    const other = await door.caller('wali_murid');
    const evil = emptyStreams(80, 5 * MEBIBYTE);
    const picture = await photo('png');
    const [refused, , taken] = await Promise.all([
      patiently(() => FORMS.raw(door, parent, evil, { name: 'a.pdf' })),
      patiently(() => FORMS.raw(door, parent, evil, { name: 'b.pdf' })),
      patiently(() => FORMS.raw(door, other, picture, { name: 'a.png' })),
    ]);
    expect([refused.statusCode, refused.json().message]).toEqual([422, HEAVY]);
    expect(taken.statusCode).toBe(201);
  });

  test('when object streams are many, or unpack to more together than each, then they are refused', async () => {
    for (const bytes of [
      emptyStreams(301, 1),
      emptyStreams(5, 5 * MEBIBYTE),
      packedPdf(['<<>>'], '').toString('latin1').replace('/N 1', '/N 1000000'),
    ]) {
      const answer = await FORMS.raw(door, parent, Buffer.from(bytes as string, 'latin1'), { name: 'a.pdf' });
      expect([answer.statusCode, answer.json().message]).toEqual([422, HEAVY]);
    }
    const taken = await FORMS.raw(door, parent, emptyStreams(3, 5 * MEBIBYTE), { name: 'a.pdf' });
    expect(taken.statusCode).toBe(201);
  });

  test('when a PDF is locked, then the refusal says the way on that works without its password', async () => {
    const answer = await FORMS.raw(door, parent, pdf('/Encrypt 5 0 R'), { name: 'a.pdf' });
    expect([answer.statusCode, answer.json().message]).toEqual([
      422,
      'PDF ini terkunci, juga bila terbuka tanpa kata sandi. Buka filenya, pilih Cetak lalu Simpan sebagai PDF, dan unggah hasilnya.',
    ]);
  });

  test('when bytes stand before the header of a PDF, then it is taken and kept from there', async () => {
    for (const before of ['\u00EF\u00BB\u00BF', '\r\n', ' '.repeat(1000)]) {
      const bytes = Buffer.concat([Buffer.from(before, 'latin1'), pdf()]);
      const taken = await FORMS.raw(door, parent, bytes, { name: 'akta.pdf', purpose: 'child_document' });
      expect([before, taken.statusCode]).toEqual([before, 201]);
      expect((await read(door, parent, taken.json().fileUrl)).rawPayload).toEqual(pdf());
    }
  });

  test('whatever a JPEG is called that a picker offers, it is taken; a HEIC is refused as one', async () => {
    const bytes = await photo('jpeg');
    const heic = Buffer.concat([Buffer.from('0000001c66747970686569630000', 'hex'), Buffer.alloc(100)]);
    const name = fc.constantFrom(
      ...['jpg', 'JPEG', 'jfif', 'jpe', 'pjpeg', 'pjp', 'HEIC', 'heif'].map((end) => `IMG_1.${end}`),
      'image:1641',
    );
    const type = fc.constantFrom(
      undefined,
      'image/jpeg',
      'image/pjpeg',
      'application/octet-stream',
      'image/heic',
    );
    const purpose = fc.constantFrom('payment_evidence', 'child_document');
    await fc.assert(
      fc.asyncProperty(name, type, purpose, async (called, declared, as) => {
        const sent = { name: called, ...(declared && { type: declared }), purpose: as } as const;
        const taken = await patiently(() => FORMS.raw(door, parent, bytes, sent));
        expect([called, declared, taken.statusCode]).toEqual([called, declared, 201]);
        const refused = await patiently(() => FORMS.raw(door, parent, heic, sent));
        expect([refused.statusCode, refused.json().message]).toEqual([
          422,
          'Format HEIC belum didukung. Ubah ke JPEG di pengaturan kamera.',
        ]);
      }),
      { numRuns: runs(100) },
    );
  });
});
