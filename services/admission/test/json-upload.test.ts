import { runs } from '@gerbang/domain/testing/runs';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { JsonUpload } from '../src/files/json-upload.ts';

const LIMIT = 1_000_000;
const tooLarge = () => new Error('too large');

/** Sends a text in pieces of these sizes, over and over. */
async function split(text: string, sizes: readonly number[] = [text.length || 1]) {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    pieces.push(bytes.subarray(at, at + size));
    at += size;
  }
  const upload = new JsonUpload();
  const file: Buffer[] = [];
  for await (const piece of upload.bytes(Readable.from(pieces), LIMIT, tooLarge)) file.push(piece);
  return { file: Buffer.concat(file), upload };
}

const anyFile = fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes));
const anySizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 });

describe('the JSON form of an upload', () => {
  test('when a file of any bytes arrives in any pieces, with any name beside it, then file and rest are whole', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyFile,
        fc.string(),
        anySizes,
        fc.boolean(),
        async (bytes, fileName, sizes, isLast) => {
          const rest = { fileName, contentType: 'image/jpeg' };
          const fileData = bytes.toString('base64');
          const body = isLast ? { ...rest, fileData } : { fileData, ...rest };
          const { file, upload } = await split(JSON.stringify(body), sizes);
          expect(file.equals(bytes)).toBe(true);
          expect(JSON.parse(upload.around)).toEqual({ ...rest, fileData: '' });
          expect(upload.hasFile).toBe(bytes.length > 0);
        },
      ),
      { numRuns: runs(1000, { plain: 100 }) },
    );
  });

  test('when an encoder escapes slash and plus, then the file is the same in any pieces', async () => {
    await fc.assert(
      fc.asyncProperty(anyFile, anySizes, async (bytes, sizes) => {
        const escaped = bytes.toString('base64').replaceAll('/', '\\/').replaceAll('+', '\\u002B');
        const { file } = await split(`{"fileData": "${escaped}"}`, sizes);
        expect(file.equals(bytes)).toBe(true);
      }),
      { numRuns: runs(1000, { plain: 100 }) },
    );
  });

  test.each([
    ['a line break', 'QUJD\\nREVG'],
    ['a bare line break', 'QUJD\nREVG'],
    ['padding in the middle', 'QQ==QUJD'],
    ['an unfinished group', 'QUJDR'],
    ['an unknown escape', 'QUJD\\x41B'],
    ['an escaped quote', 'QUJD\\"REVG'],
    ['a letter of two bytes', 'QUJ\u{141}QUJD'],
  ])('when the text has %s, then it is refused wherever it is cut', async (_what, text) => {
    for (const size of [1, 2, 3, 7, 100]) {
      await expect(split(`{"fileData":"${text}"}`, [size])).rejects.toMatchObject({
        statusCode: 400,
        issues: [{ path: 'fileData', message: 'Isi file bukan base64 yang benar' }],
      });
    }
  });

  test('when the body or what stands beside the file is too long, then it is refused before it is read', async () => {
    await expect(split(JSON.stringify({ fileData: 'A'.repeat(LIMIT) }))).rejects.toThrow('too large');
    const name = 'n'.repeat(200_000);
    await expect(split(JSON.stringify({ fileName: name, fileData: 'QUJD' }), [4096])).rejects.toMatchObject({
      statusCode: 400,
    });
    await expect(split(JSON.stringify({ fileData: 'QUJD', fileName: name }), [4096])).rejects.toMatchObject({
      statusCode: 400,
    });
  });

  test('when the key stands inside a text, then only the real one is the file', async () => {
    const body = { fileName: '"fileData":"QUJD"', fileData: 'REVG', contentType: 'x' };
    const { file, upload } = await split(JSON.stringify(body), [5]);
    expect(file.toString()).toBe('DEF');
    expect(JSON.parse(upload.around)).toEqual({ ...body, fileData: '' });
  });
});
