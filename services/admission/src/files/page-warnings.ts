import { MEASURED_SIDE, type PageWarning, pageWarningsOf } from '@gerbang/domain/page-warnings';
import { loadSharp } from '../proof-alerts/image-library.ts';

/** What may make a page hard to read, measured on the picture as it is kept. */
export async function pageWarnings(image: Buffer): Promise<PageWarning[]> {
  const library = await loadSharp();
  const { width, height } = await library(image).metadata();
  const { data: grey, info } = await library(image)
    .resize({ width: MEASURED_SIDE, height: MEASURED_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .greyscale()
    .toFormat('raw')
    .toBuffer({ resolveWithObject: true });
  return pageWarningsOf({ width, height }, { grey, width: info.width, height: info.height });
}
