import { extensionOf } from '@gerbang/domain/file-types';

const MAX_LENGTH = 150;
const FALLBACK = 'file';
/** Controls, marks that turn the writing around, invisible blanks, ends of lines. */
const INVISIBLE = /[\p{Cc}\p{Cs}\u{61C}\u{200B}\u{200E}\u{200F}\u{2028}-\u{202E}\u{2060}-\u{206F}\u{FEFF}]/gu;
/** What Windows does not take in a name. */
const RESERVED = /[<>:"|?*]/gu;
/** Names of devices on Windows, whatever follows the first dot. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu;

/** The beginning of a text in whole characters, in at most this many units. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = text.slice(0, length);
  return start.isWellFormed() ? start : start.slice(0, -1);
}

/**
 * A typed name as it is kept and given back: composed, its last part alone, nothing that controls or misleads, at
 * most 150 characters with its extension, never empty.
 */
export function cleanName(typed: string): string {
  const last = typed.toWellFormed().normalize('NFC').split(/[/\\]/u).at(-1) ?? '';
  const visible = last.replace(INVISIBLE, '').replace(RESERVED, '_').replace(/\s+/gu, ' ');
  const name = visible.replace(/^[. ]+|[. ]+$/gu, '');
  if (name === '') return FALLBACK;
  const safe = DEVICES.test(name) ? `_${name}` : name;
  const extension = extensionOf(safe);
  if (extension === '' || extension.length > 10) return cut(safe, MAX_LENGTH);
  const tail = safe.slice(-extension.length - 1);
  return cut(safe.slice(0, -tail.length), MAX_LENGTH - tail.length) + tail;
}

/** The name with an extension of the type that is stored; one that fits stays as it was typed. */
export function withExtension(name: string, extensions: readonly string[]): string {
  const typed = extensionOf(name);
  if (extensions.includes(typed)) return name;
  const base = typed === '' ? name : name.slice(0, -typed.length - 1);
  return cleanName(`${cut(base, MAX_LENGTH - 5)}.${extensions[0]}`);
}
