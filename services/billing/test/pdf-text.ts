import { inflateSync } from 'node:zlib';

/** A numbered object of a PDF: its text up to a stream, and the stream as it is before it was packed. */
interface PdfObject {
  readonly head: string;
  readonly stream: string;
}

export function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const text = pdf.toString('latin1');
  const objects = new Map<string, PdfObject>();
  for (const match of text.matchAll(/(?:^|\n)(\d+) 0 obj\n/gu)) {
    const start = (match.index ?? 0) + match[0].length;
    const body = text.slice(start, text.indexOf('\nendobj', start));
    const at = body.indexOf('stream\n');
    if (at < 0) {
      objects.set(match[1]!, { head: body, stream: '' });
      continue;
    }
    const head = body.slice(0, at);
    const length = Number(/\/Length (\d+)/u.exec(head)?.[1]);
    const bytes = pdf.subarray(start + at + 7, start + at + 7 + length);
    const stream = head.includes('/FlateDecode') ? inflateSync(bytes) : bytes;
    objects.set(match[1]!, { head, stream: stream.toString('latin1') });
  }
  return objects;
}

const unicode = (hex: string) =>
  (hex.replaceAll(' ', '').match(/.{4}/gu) ?? [])
    .map((one) => String.fromCharCode(Number.parseInt(one, 16)))
    .join('');

/** Letters by their number in a font, from its `ToUnicode` table. */
function lettersOf(table: string): Map<number, string> {
  const letters = new Map<number, string>();
  for (const range of table.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/giu)) {
    const first = Number.parseInt(range[1]!, 16);
    [...range[3]!.matchAll(/<([0-9a-f ]*)>/giu)].forEach((one, index) => {
      letters.set(first + index, unicode(one[1]!));
    });
  }
  return letters;
}

/**
 * The words of a PDF as pdfkit writes it, a line for each piece of text: what a person can select and copy. The numbers
 * of the letters are looked up in the tables of the fonts, so that a font without its letters shows.
 */
export function pdfText(pdf: Buffer): string {
  if (pdf.subarray(0, 5).toString('latin1') !== '%PDF-') throw new Error('no PDF');
  const objects = objectsOf(pdf);
  const fonts = new Map<string, Map<number, string>>();
  for (const { head } of objects.values()) {
    for (const [, name, id] of head.matchAll(/\/(F\d+) (\d+) 0 R/gu)) {
      const table = /\/ToUnicode (\d+) 0 R/u.exec(objects.get(id!)?.head ?? '')?.[1];
      fonts.set(name!, lettersOf(objects.get(table ?? '')?.stream ?? ''));
    }
  }
  const lines: string[] = [];
  for (const { stream } of objects.values()) {
    let letters: Map<number, string> | undefined;
    for (const [, font, shown] of stream.matchAll(
      /\/(F\d+) [\d.]+ Tf|\[((?:<[0-9a-f]*>|[\s\d.-])*)\] TJ/gu,
    )) {
      if (font !== undefined) letters = fonts.get(font);
      if (shown === undefined) continue;
      const numbers = [...shown.matchAll(/<([0-9a-f]*)>/gu)].flatMap((one) => one[1]!.match(/.{4}/gu) ?? []);
      lines.push(numbers.map((one) => letters?.get(Number.parseInt(one, 16)) ?? '\uFFFD').join(''));
    }
  }
  return lines.join('\n');
}
