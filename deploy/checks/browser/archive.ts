import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

const BLOCK = 512;

/** Unpacks a brotli-compressed tar into a folder. Enough for the few kinds of entries that a browser's package has. */
export function unpackTar(file: string, folder: string): void {
  const tar = brotliDecompressSync(readFileSync(file));
  for (let at = 0; at + BLOCK <= tar.length; ) {
    const header = tar.subarray(at, at + BLOCK);
    const name = text(header, 0, 100);
    if (name === '') return;
    const size = Number.parseInt(text(header, 124, 12).trim(), 8) || 0;
    const kind = text(header, 156, 1);
    const target = join(folder, text(header, 345, 155), name);
    const body = tar.subarray(at + BLOCK, at + BLOCK + size);
    if (kind === '5') mkdirSync(target, { recursive: true });
    else if (kind === '0' || kind === '') {
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, body, { mode: 0o755 });
    } else if (kind === '2') {
      mkdirSync(dirname(target), { recursive: true });
      symlinkSync(text(header, 157, 100), target);
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}

function text(block: Buffer, from: number, length: number): string {
  return block
    .subarray(from, from + length)
    .toString('latin1')
    .replace(/\0.*$/su, '');
}
