/** Where tables stand in a font's file (OpenType, 'Table Directory'). */
function tableAt(font: DataView, tag: string): number {
  const count = font.getUint16(4);
  for (let at = 12; at < 12 + count * 16; at += 16) {
    const name = [0, 1, 2, 3].map((letter) => String.fromCharCode(font.getUint8(at + letter))).join('');
    if (name === tag) return font.getUint32(at + 8);
  }
  throw new Error(`A font without its table ${tag}`);
}

/** The table of a font's letters in the basic plane (OpenType, 'cmap', format 4). */
function segmentsAt(font: DataView): number {
  const cmap = tableAt(font, 'cmap');
  const count = font.getUint16(cmap + 2);
  for (let at = cmap + 4; at < cmap + 4 + count * 8; at += 8) {
    const table = cmap + font.getUint32(at + 4);
    if (font.getUint16(table) === 4) return table;
  }
  throw new Error('A font without letters of the basic plane');
}

/** The letters that a TrueType font draws. */
export function lettersOfFont(bytes: Uint8Array): ReadonlySet<string> {
  const font = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const table = segmentsAt(font);
  const twice = font.getUint16(table + 6);
  const [ends, starts, deltas, offsets] = [
    table + 14,
    table + 16 + twice,
    table + 16 + 2 * twice,
    table + 16 + 3 * twice,
  ];
  const letters = new Set<string>();
  for (let at = 0; at < twice; at += 2) {
    const [start, end] = [font.getUint16(starts + at), font.getUint16(ends + at)];
    const [delta, offset] = [font.getUint16(deltas + at), font.getUint16(offsets + at)];
    for (let code = start; code <= end && code < 0xffff; code += 1) {
      const listed = offset === 0 ? code : font.getUint16(offsets + at + offset + 2 * (code - start));
      // Glyph 0 is the empty box.
      if (listed !== 0 && ((listed + delta) & 0xffff) !== 0) letters.add(String.fromCharCode(code));
    }
  }
  return letters;
}

/**
 * A text as a font with these letters can draw it: a letter with a mark that it lacks is drawn without the mark, so that no name
 * holds an empty box in the middle. Another letter that it lacks, in a name of before Latin letters were asked for, is a '?'.
 */
export function drawable(text: string, letters: ReadonlySet<string>): string {
  return [...text.normalize('NFC')]
    .map((letter) => {
      if (letters.has(letter) || /\s/u.test(letter)) return letter;
      const parts = [...letter.normalize('NFKD')];
      const bare = parts.filter((part) => letters.has(part) && !/\p{M}/u.test(part)).join('');
      return bare === '' && !/^\p{M}$/u.test(letter) ? '?' : bare;
    })
    .join('');
}
