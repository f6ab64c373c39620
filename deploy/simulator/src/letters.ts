/** A letter as its recipient's program shows it. */
export interface Letter {
  /** The address of the envelope. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** By name in lower case, decoded. */
  readonly headers: Readonly<Record<string, string>>;
  readonly at: string;
}

const LIMIT = 2000;

/** The letters of this run, newest first, at most 2,000. */
export function createLetters() {
  let letters: Letter[] = [];
  return {
    add(letter: Letter): void {
      letters.unshift(letter);
      letters.length = Math.min(letters.length, LIMIT);
    },
    /** All letters, or those to one address; a `+` in a query arrives as a space. */
    list(to?: string): readonly Letter[] {
      const wanted = to?.trim().replaceAll(' ', '+').toLowerCase();
      return wanted ? letters.filter((letter) => letter.to.toLowerCase() === wanted) : letters;
    },
    clear(): void {
      letters = [];
    },
  };
}

/** `=?utf-8?Q?…?=` and `=?utf-8?B?…?=` as text (RFC 2047). */
function decodeWords(value: string): string {
  return value
    .replace(/(\?=)\s+(?==\?)/gu, '$1')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/giu, (_all, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : quotedPrintable(text.replaceAll('_', ' ')),
    );
}

/** Quoted-printable as UTF-8 text (RFC 2045, 6.7). */
function quotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r?\n/gu, '')
    .replace(/=([0-9a-f]{2})/giu, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

interface Entity {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** The headers and the body of a message or of one of its parts; of a header that comes twice the first. */
function entityOf(source: string): Entity {
  const end = source.indexOf('\r\n\r\n');
  const head = (end < 0 ? source : source.slice(0, end)).replace(/\r\n[ \t]+/gu, ' ');
  const headers: Record<string, string> = {};
  for (const line of head.split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    if (colon > 0) headers[name] ??= decodeWords(line.slice(colon + 1).trim());
  }
  return { headers, body: end < 0 ? '' : source.slice(end + 4) };
}

/** The bodies by media type, as far as the portal writes letters: alternatives of UTF-8 text. */
function bodiesOf({ headers, body }: Entity): Record<string, string> {
  const type = headers['content-type'] ?? 'text/plain';
  const [, boundary] = /boundary="?([^";]+)"?/iu.exec(type) ?? [];
  if (boundary !== undefined) {
    const parts = `\r\n${body}`.split(`\r\n--${boundary}`).slice(1, -1);
    return Object.assign({}, ...parts.map((part) => bodiesOf(entityOf(part.replace(/^\r\n/u, '')))));
  }
  const encoding = headers['content-transfer-encoding']?.toLowerCase();
  const text =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString('utf8')
      : encoding === 'quoted-printable'
        ? quotedPrintable(body)
        : Buffer.from(body, 'latin1').toString('utf8');
  return { [type.split(';')[0] ?? type]: text.replaceAll('\r\n', '\n') };
}

/** A letter from what came after DATA, each byte one character. */
export function readLetter(to: string, source: string): Letter {
  const entity = entityOf(source);
  const bodies = bodiesOf(entity);
  return {
    to,
    subject: entity.headers.subject ?? '',
    text: bodies['text/plain'] ?? '',
    html: bodies['text/html'] ?? '',
    headers: entity.headers,
    at: new Date().toISOString(),
  };
}
