import { MEASURED_SIDE, type PageWarning, pageWarningsOf } from '@gerbang/domain/page-warnings';

/** A page as it is sent: small, upright, and without what the camera noted beside the picture. */
export interface ShrunkPicture {
  readonly blob: Blob;
  readonly warnings: readonly PageWarning[];
}

/** A decoded picture, by a window or by a worker. */
export interface Decoded {
  readonly source: CanvasImageSource;
  readonly width: number;
  readonly height: number;
}

/** A canvas of a window or of a worker. */
export interface Surface {
  readonly canvas: CanvasImageSource;
  readonly pen: CanvasDrawImage &
    CanvasImageData &
    CanvasTransform &
    CanvasRect &
    CanvasFillStrokeStyles &
    CanvasImageSmoothing;
  readonly encode: (quality: number) => Promise<Blob>;
}

/** Bytes of a page at most: 10 seconds on a line of 400 kbit/s. */
const MAX_BYTES = 500_000;
/** From the best to the smallest; the first that is small enough is sent. */
const STEPS = [
  { side: 2000, quality: 0.8 },
  { side: 2000, quality: 0.65 },
  { side: 2000, quality: 0.5 },
  { side: 1600, quality: 0.5 },
  { side: 1200, quality: 0.5 },
  { side: 1000, quality: 0.4 },
] as const;

/** Draws a picture with quarter turns to the right, no larger than `side`; white where it lets light through. */
function draw(
  { source, width, height }: Decoded,
  side: number,
  turns: number,
  surfaceOf: (width: number, height: number) => Surface,
): Surface & { readonly width: number; readonly height: number } {
  const scale = Math.min(1, side / Math.max(width, height));
  const [wide, high] = [width, height].map((length) => Math.max(1, Math.round(length * scale))) as [
    number,
    number,
  ];
  const drawn = turns % 2 === 0 ? { width: wide, height: high } : { width: high, height: wide };
  const surface = surfaceOf(drawn.width, drawn.height);
  const { pen } = surface;
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, drawn.width, drawn.height);
  pen.imageSmoothingQuality = 'high';
  pen.translate(drawn.width / 2, drawn.height / 2);
  pen.rotate((turns * Math.PI) / 2);
  pen.drawImage(source, -wide / 2, -high / 2, wide, high);
  return { ...surface, ...drawn };
}

/** What may make the page hard to read, measured as the server does. */
function measure(
  page: Decoded,
  surfaceOf: (width: number, height: number) => Surface,
): readonly PageWarning[] {
  const { pen, width, height } = draw(page, MEASURED_SIDE, 0, surfaceOf);
  const { data } = pen.getImageData(0, 0, width, height);
  const grey = new Uint8Array(width * height);
  for (let at = 0; at < grey.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = [data[at * 4], data[at * 4 + 1], data[at * 4 + 2]];
    grey[at] = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
  return pageWarningsOf(page, { grey, width, height });
}

/** Makes a page of at most 500 KB: longest side 2,000 px, JPEG, turned by quarters to the right. */
export async function shrinkPicture(
  picture: Decoded,
  turns: number,
  surfaceOf: (width: number, height: number) => Surface,
): Promise<ShrunkPicture> {
  let page = draw(picture, STEPS[0].side, turns, surfaceOf);
  let side: number = STEPS[0].side;
  let blob: Blob | undefined;
  for (const step of STEPS) {
    if (step.side !== side) page = draw(picture, step.side, turns, surfaceOf);
    side = step.side;
    blob = await page.encode(step.quality);
    if (blob.size <= MAX_BYTES) break;
  }
  if (!blob) throw new Error('No step of making a picture smaller');
  const { canvas: source, width, height } = page;
  return { blob, warnings: measure({ source, width, height }, surfaceOf) };
}
