import type { ImageType } from '@gerbang/domain/file-types';
import { type Problem, unprocessable } from '@gerbang/service-kit/http/problems';
import type sharp from 'sharp';
import type { Sharp } from 'sharp';
import { loadSharp, MAX_PIXELS, TIME_SECONDS } from '../proof-alerts/image-library.ts';

const MAX_FRAMES = 500;
const JPEG_QUALITY = 85;
const FORMATS: Readonly<Record<ImageType, string>> = { jpeg: 'jpeg', png: 'png', gif: 'gif', webp: 'webp' };

const broken = (cause?: unknown): Problem => {
  const problem = unprocessable(
    'file_broken',
    'File gambar rusak atau tidak dapat dibaca. Foto ulang atau simpan ulang sebagai JPG, lalu unggah lagi.',
  );
  problem.cause = cause;
  return problem;
};
const tooHeavy = (): Problem =>
  unprocessable(
    'file_broken',
    'Gambar terlalu besar untuk diproses. Perkecil ukuran gambarnya lalu coba lagi.',
  );

async function inspect(
  library: typeof sharp,
  bytes: Buffer,
  type: ImageType,
  maxPixels: number,
): Promise<void> {
  const found = await library(bytes, { limitInputPixels: false, failOn: 'error' })
    .metadata()
    .catch((error: unknown) => {
      throw broken(error);
    });
  if (found.format !== FORMATS[type]) throw broken();
  const height = found.pageHeight ?? found.height;
  if (found.width * height > maxPixels || (found.pages ?? 1) > MAX_FRAMES) throw tooHeavy();
}

/** How small an image becomes: its longest side in pixels; one of more than `maxPixels` is refused. */
export interface ImageFit {
  readonly longestSide: number;
  readonly maxPixels: number;
}

interface Rewritten {
  readonly bytes: Buffer;
  readonly type: 'jpeg' | 'png';
}

/**
 * Reads the picture and writes it anew: upright, its first frame only, without metadata or anything else that the file
 * carried. WebP becomes JPEG, GIF becomes PNG; a PNG that grows over `maxBytes` becomes JPEG. `fit` makes a large picture
 * smaller. 422 for a broken image.
 */
export async function rewriteImage(
  bytes: Buffer,
  type: ImageType,
  maxBytes: number,
  fit?: ImageFit,
): Promise<Rewritten> {
  const library = await loadSharp();
  await inspect(library, bytes, type, fit?.maxPixels ?? MAX_PIXELS);
  const open = (): Sharp =>
    library(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1, sequentialRead: true });
  const sized = (image: Sharp) =>
    fit
      ? image.resize({
          width: fit.longestSide,
          height: fit.longestSide,
          fit: 'inside',
          withoutEnlargement: true,
        })
      : image;
  const write = (image: Sharp) =>
    sized(image.autoOrient())
      .toColourspace('srgb')
      .timeout({ seconds: TIME_SECONDS })
      .toBuffer()
      .catch((error: unknown) => {
        throw String(error).includes('timeout') ? tooHeavy() : broken(error);
      });
  if (type === 'png' || type === 'gif') {
    const png = await write(open().png({ compressionLevel: 6 }));
    if (png.length <= maxBytes) return { bytes: png, type: 'png' };
  }
  const jpeg = await write(open().flatten({ background: '#ffffff' }).jpeg({ quality: JPEG_QUALITY }));
  return { bytes: jpeg, type: 'jpeg' };
}
