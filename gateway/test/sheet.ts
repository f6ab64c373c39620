import { crc32, inflateRawSync } from 'node:zlib';

/** The first sheet of a workbook whose checksum and length fit: a broken-off one has neither. */
export function sheetOf(bytes: Buffer): string {
  const name = Buffer.from('xl/worksheets/sheet1.xml');
  const central = bytes.lastIndexOf(name);
  const entry = central - 46;
  if (bytes.readUInt32LE(entry) !== 0x02_01_4b_50) throw new Error('no central directory');
  const [crc, packed, start] = [16, 20, 42].map((at) => bytes.readUInt32LE(entry + at));
  const local = start ?? 0;
  const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  const sheet = inflateRawSync(bytes.subarray(from, from + (packed ?? 0)));
  expect(crc32(sheet)).toBe(crc);
  return sheet.toString();
}
