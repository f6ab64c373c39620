import { runs } from '@gerbang/domain/testing/runs';
import '../src/testing/dom-globals.ts';
import {
  type FileType,
  FILE_TYPES,
  type ImageType,
  typeOfExtension,
  extensionOf,
} from '@gerbang/domain/file-types';
import fc from 'fast-check';
import {
  attachment,
  invoiceProof,
  parentProof,
  replacementProof,
  staffProof,
  type UploadKind,
} from '../src/files/kinds.ts';
import { BEGINS, sampleFile } from '../src/testing/sample-file.ts';

const drawing = jest.fn();
jest.mock('compressorjs', () => ({
  __esModule: true,
  default: jest.fn(
    (file: Blob, options: { success: (blob: Blob) => void; error: (error: Error) => void }) => {
      const drawn = drawing(file) as Blob | null;
      if (drawn) options.success(drawn);
      else options.error(new Error('Not a picture'));
    },
  ),
}));

const JPEG = new Blob(['kecil'], { type: 'image/jpeg' });
const HEIC = 'Format HEIC belum didukung. Ubah ke JPEG di pengaturan kamera.';
const KINDS: Readonly<Record<string, UploadKind>> = {
  parentProof,
  staffProof,
  invoiceProof,
  replacementProof,
  attachment,
};
const offered = ({ accept }: UploadKind): FileType[] =>
  (Object.keys(FILE_TYPES) as FileType[]).filter((type) =>
    accept.split(',').some((one) => one === FILE_TYPES[type].media || one === `.${type}`),
  );

beforeEach(() => drawing.mockReset().mockReturnValue(null));

test('whatever a picker offers, under whatever name and type a device hands it over, it is sent under a name of its content', async () => {
  const image = fc.constantFrom<ImageType>('jpeg', 'png', 'gif', 'webp');
  const endings = Object.values(FILE_TYPES).flatMap(({ extensions }) => [...extensions]);
  const name = fc.oneof(
    fc.constantFrom('image:1641', 'IMG_1.HEIC', 'foto', 'foto.JFIF', '.jpg'),
    fc.constantFrom(...endings).map((ending) => `bukti.${ending}`),
  );
  const type = fc.constantFrom('', 'image/jpeg', 'image/pjpeg', 'image/heic', 'application/octet-stream');
  const kind = fc.constantFrom(...Object.values(KINDS));
  await fc.assert(
    fc.asyncProperty(
      kind,
      fc.oneof(image, fc.constant('pdf' as const)),
      name,
      type,
      async (into, is, called, declared) => {
        const file = sampleFile(called, { kind: is, type: declared });
        const sent = into.prepare(file);
        if (!offered(into).includes(is)) return expect(sent).rejects.toThrow(/^File tidak valid/u);
        const { blob, name: under } = await sent;
        expect([blob, typeOfExtension(extensionOf(under))]).toEqual([file, is]);
      },
    ),
    { numRuns: runs(300, { plain: 100 }) },
  );
});

test('when a HEIC is picked, then it is drawn where the browser can, and else told what to do, by every picker', async () => {
  for (const kind of Object.values(KINDS)) {
    for (const name of ['foto.jpg', 'IMG_1.HEIC', 'image:1641']) {
      const file = sampleFile(name, { kind: 'heic' });
      drawing.mockReturnValue(null);
      await expect(kind.prepare(file)).rejects.toThrow(HEIC);
      drawing.mockReturnValue(JPEG);
      expect(await kind.prepare(file)).toMatchObject({ blob: JPEG, type: 'jpeg' });
    }
  }
});

test('when a photo is large, then a smaller JPEG is sent, or the photo itself where none can be made', async () => {
  const file = sampleFile('foto.jpg', { kind: 'webp', size: 600 * 1024 });
  expect(await parentProof.prepare(file)).toMatchObject({ blob: file, name: 'foto.webp' });
  drawing.mockReturnValue(JPEG);
  expect(await parentProof.prepare(file)).toMatchObject({ blob: JPEG, name: 'foto.jpg', before: file.size });
  const [drawn] = drawing.mock.calls.at(-1) as [Blob];
  expect(drawn.type).toBe('image/webp');
});

test.each([
  ['an empty file', 'a.jpg', { size: 0 }, parentProof, /^Gagal membaca file\. Pilih filenya sekali lagi/u],
  ['a drawing', 'a.svg', { type: 'image/svg+xml' }, parentProof, /Hanya file gambar yang diperbolehkan/u],
  ['a sheet', 'a.xlsx', { kind: 'docx' }, attachment, /Hanya PDF, DOC, DOCX, JPG, atau PNG/u],
  ['a large GIF', 'a.gif', { size: 5 * 1024 * 1024 + 1 }, staffProof, /Ukuran file maksimal 5MB/u],
] as const)(
  'when %s is picked, then the sentence says what is taken or what to do',
  async (_what, name, sample, kind, words) => {
    await expect(kind.prepare(sampleFile(name, sample))).rejects.toThrow(words);
  },
);

test('samples begin as the table says', () => {
  for (const [kind, begin] of Object.entries(BEGINS)) {
    if (kind !== 'heic') expect([kind, FILE_TYPES[kind as FileType].begin.test(begin)]).toEqual([kind, true]);
  }
});
