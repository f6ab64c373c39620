/** Characters that stand for whole bytes. */
const GROUP = 4;
const CUT_ESCAPE = /\\(?:u[\dA-Fa-f]{0,3})?$/u;

/** Thrown for a text that is anything but strict base64: blanks, the URL alphabet, a data prefix, wrong padding. */
export class Base64Error extends Error {}

/**
 * Decodes the base64 inside a JSON string as it arrives, so that neither text nor file is ever whole in memory. Only native
 * passes over the text: a pattern over seven million characters costs more than decoding them.
 */
export class Base64Decoder {
  #left = '';
  /** Whether any character came. */
  #some = false;

  /** The bytes of what has come so far; up to four characters wait for the next piece, for only the last four may be padded. */
  push(piece: string): Buffer {
    const raw = this.#left + piece;
    this.#some ||= raw !== '';
    const cut = CUT_ESCAPE.exec(raw)?.index ?? raw.length;
    const text = unescaped(raw.slice(0, cut));
    const whole = Math.max(0, Math.ceil(text.length / GROUP) - 1) * GROUP;
    this.#left = text.slice(whole) + raw.slice(cut);
    return decode(text.slice(0, whole), 0);
  }

  /** The last bytes; whether there was anything is `isEmpty`. */
  end(): Buffer {
    const text = unescaped(this.#left);
    if (text === '') return Buffer.alloc(0);
    const padding = text.endsWith('==') ? 2 : Number(text.endsWith('='));
    const bytes = decode(text, padding);
    // Bits that no byte needs are zero, as every encoder writes them.
    if (bytes.toString('base64') !== text) throw new Base64Error();
    return bytes;
  }

  get isEmpty(): boolean {
    return !this.#some;
  }
}

/** Some encoders of JSON write `/` as `\/` or `+` as `\u002B`. */
function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    throw new Base64Error();
  }
}

function decode(text: string, padding: number): Buffer {
  if (text.length % GROUP !== 0 || text.includes('-') || text.includes('_')) throw new Base64Error();
  const bytes = Buffer.from(text, 'base64');
  // What is not of the alphabet is left out by the decoder, which shows in the length.
  if (bytes.length !== (text.length / GROUP) * 3 - padding) throw new Base64Error();
  return bytes;
}
