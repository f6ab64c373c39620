import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pdfMake from 'pdfmake';
import { drawable, lettersOfFont } from './font-letters.ts';

/** A content node of pdfmake. */
export type Piece = Readonly<Record<string, unknown>> | string;

/** The portal's light theme, as papers use it. */
export const INK = '#171B18';
export const QUIET = '#4F544E';
export const LINE = '#D8D7CE';
export const BRAND = '#0B5344';
export const BAND = '#EAF5F1';
const MOTIF = '#6FB7A0';

const FONTS = join(import.meta.dirname, '../../fonts');
const FACES = { normal: 'PlusJakartaSans-Regular.ttf', bold: 'PlusJakartaSans-SemiBold.ttf' } as const;

const files = Object.values(FACES).map((file) => ({ file, bytes: readFileSync(join(FONTS, file)) }));
for (const { file, bytes } of files) pdfMake.virtualfs.writeFileSync(file, bytes);
/** What both faces draw. */
const [LETTERS = new Set<string>()] = files
  .map(({ bytes }) => lettersOfFont(bytes))
  .toSorted((a, b) => a.size - b.size);
pdfMake.setFonts({ Jakarta: { ...FACES, italics: FACES.normal, bolditalics: FACES.bold } });
// A document has its own text, fonts and pictures only: pdfmake must open no address and no file for it.
pdfMake.setUrlAccessPolicy(() => false);
pdfMake.setLocalAccessPolicy(() => false);

/** The same pages with texts that the typeface can draw. */
function drawn(part: unknown): unknown {
  if (Array.isArray(part))
    return part.map((one: unknown) => (typeof one === 'string' ? drawable(one, LETTERS) : drawn(one)));
  if (part === null || typeof part !== 'object' || part.constructor !== Object) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      key === 'text' && typeof value === 'string' ? drawable(value, LETTERS) : drawn(value),
    ]),
  );
}

/** The PDF of pages in the portal's typeface. */
export function pdfOf(pages: object): Promise<Uint8Array> {
  const defaultStyle = { font: 'Jakarta', fontSize: 9.5, color: INK, lineHeight: 1.08 };
  return pdfMake.createPdf({ language: 'id-ID', ...(drawn(pages) as object), defaultStyle }).getBuffer();
}

const TILE = 28;

const square = (x: number, y: number, half: number, turned: boolean): Piece => {
  const reach = turned ? half * Math.SQRT2 : half;
  const corners: readonly (readonly [number, number])[] = turned
    ? [
        [0, -reach],
        [reach, 0],
        [0, reach],
        [-reach, 0],
      ]
    : [
        [-reach, -reach],
        [reach, -reach],
        [reach, reach],
        [-reach, reach],
      ];
  return {
    type: 'polyline',
    closePath: true,
    lineWidth: 0.5,
    lineColor: MOTIF,
    points: corners.map(([right, down]) => ({ x: x + right, y: y + down })),
  };
};

/**
 * The guard pattern: the portal's motif in fine lines at the left edge, over the whole height of a page. It stands beside
 * the text, and a copy by hand or by a poor printer shows.
 */
export function guardStrip(width: number, height: number): Piece[] {
  const tiles = Math.ceil(height / TILE);
  return [
    { type: 'rect', x: 0, y: 0, w: width, h: height, color: BAND },
    ...Array.from({ length: tiles }, (_, row) => (row + 0.5) * TILE).flatMap((y) => [
      square(width / 2, y, TILE * 0.26, false),
      square(width / 2, y, TILE * 0.26, true),
      square(width / 2, y, TILE * 0.42, false),
    ]),
  ];
}
