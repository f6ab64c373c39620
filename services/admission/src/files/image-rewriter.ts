import { type Problem, unprocessable } from '@gerbang/service-kit/http/problems';
import sharp, { type Sharp } from 'sharp';
import type { ImageType } from './file-types.ts';

const MAX_PIXELS = 40_000_000;
const MAX_FRAMES = 500;
const TIME_SECONDS = 5;
const JPEG_QUALITY = 85;
const FORMATS: Readonly<Record<ImageType, string>> = { jpeg: 'jpeg', png: 'png', gif: 'gif', webp: 'webp' };

// One thread an image: how many are worked at once is decided by the slots alone. Nothing of a proof stays in memory.
sharp.concurrency(1);
sharp.cache(false);

const broken = (cause?: unknown): Problem => {
  const problem = unprocessable('file_broken', 'File gambar rusak atau tidak dapat dibaca.');
  problem.cause = cause;
  return problem;
};
const tooHeavy = (): Problem =>
  unprocessable(
    'file_broken',
    'Gambar terlalu besar untuk diproses. Perkecil ukuran gambarnya lalu coba lagi.',
  );

const open = (bytes: Buffer): Sharp =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1, sequentialRead: true });

async function inspect(bytes: Buffer, type: ImageType): Promise<void> {
  const found = await sharp(bytes, { limitInputPixels: false, failOn: 'error' })
    .metadata()
    .catch((error: unknown) => {
      throw broken(error);
    });
  if (found.format !== FORMATS[type]) throw broken();
  const height = found.pageHeight ?? found.height;
  if (found.width * height > MAX_PIXELS || (found.pages ?? 1) > MAX_FRAMES) throw tooHeavy();
}

interface Rewritten {
  readonly bytes: Buffer;
  readonly type: 'jpeg' | 'png';
}

/**
 * The picture and nothing else: read and written anew, upright, first frame, without metadata or anything that hung
 * on the file. WebP becomes JPEG, GIF becomes PNG; a PNG that grows over `maxBytes` becomes JPEG.
 */
export async function rewriteImage(bytes: Buffer, type: ImageType, maxBytes: number): Promise<Rewritten> {
  await inspect(bytes, type);
  const write = (image: Sharp) =>
    image
      .autoOrient()
      .toColourspace('srgb')
      .timeout({ seconds: TIME_SECONDS })
      .toBuffer()
      .catch((error: unknown) => {
        throw String(error).includes('timeout') ? tooHeavy() : broken(error);
      });
  if (type === 'png' || type === 'gif') {
    const png = await write(open(bytes).png({ compressionLevel: 6 }));
    if (png.length <= maxBytes) return { bytes: png, type: 'png' };
  }
  const jpeg = await write(open(bytes).flatten({ background: '#ffffff' }).jpeg({ quality: JPEG_QUALITY }));
  return { bytes: jpeg, type: 'jpeg' };
}
