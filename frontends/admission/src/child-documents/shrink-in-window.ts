import { type Decoded, type ShrunkPicture, shrinkPicture, type Surface } from './shrink-picture.ts';

function surfaceOf(width: number, height: number): Surface {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('No canvas');
  const encode = (quality: number) =>
    new Promise<Blob>((resolve, reject) => {
      const take = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('No picture')));
      canvas.toBlob(take, 'image/jpeg', quality);
    });
  return { canvas, pen, encode };
}

/** Decodes by an `img`, which reads some formats that workers do not (HEIC in Safari). */
function decode(address: string): Promise<Decoded> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.addEventListener('load', () =>
      resolve({ source: image, width: image.naturalWidth, height: image.naturalHeight }),
    );
    image.addEventListener('error', () => reject(new Error('Not a picture')));
    image.src = address;
  });
}

/** Shrinks a picture on the page itself; refused where the browser cannot read it. */
export async function shrinkInWindow(file: Blob, turns: number): Promise<ShrunkPicture> {
  const address = URL.createObjectURL(file);
  try {
    return await shrinkPicture(await decode(address), turns, surfaceOf);
  } finally {
    URL.revokeObjectURL(address);
  }
}
