import { type ShrunkPicture, shrinkPicture, type Surface } from './shrink-picture.ts';

/** What the page asks: a picture and its quarter turns to the right. */
export interface ShrinkRequest {
  readonly id: number;
  readonly file: Blob;
  readonly turns: number;
}

/** The page, or null where this browser cannot read the picture in a worker. */
export interface ShrinkResponse {
  readonly id: number;
  readonly shrunk: ShrunkPicture | null;
}

function surfaceOf(width: number, height: number): Surface {
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('No canvas');
  return { canvas, pen, encode: (quality) => canvas.convertToBlob({ type: 'image/jpeg', quality }) };
}

async function shrink(file: Blob, turns: number): Promise<ShrunkPicture> {
  // Upright as the camera held it: browsers read the orientation by themselves.
  const source = await createImageBitmap(file);
  try {
    return await shrinkPicture({ source, width: source.width, height: source.height }, turns, surfaceOf);
  } finally {
    source.close();
  }
}

addEventListener('message', ({ data }: MessageEvent<ShrinkRequest>) => {
  const { id, file, turns } = data;
  const answer = (shrunk: ShrunkPicture | null) => postMessage({ id, shrunk } satisfies ShrinkResponse);
  shrink(file, turns).then(answer, () => answer(null));
});
