/** An answer with the tag by which the server recognises it. */
interface KeptAnswer {
  readonly tag: string;
  readonly headers: Headers;
  readonly text: string;
}
type Shelf = Map<string, KeptAnswer>;

/** Answers that are kept at once; the one that was read first goes first. */
const MOST = 20;
const LONGEST = 500_000;

let shelf: Shelf = new Map();

/**
 * The answers of this session by address, in the memory of this tab alone: the server lets no browser write them to its disk. A
 * call that began before the session ended writes to a shelf that is no longer read.
 */
export const keptAnswers = (): Shelf => shelf;

/** Forgets every answer; the session is over, or another one. */
export function forgetAnswers(): void {
  shelf = new Map();
}

/** Keeps an answer that has a tag and that the browser itself does not keep. */
export function keepAnswer(on: Shelf, address: string, headers: Headers, text: string): void {
  on.delete(address);
  const tag = headers.get('etag');
  if (tag === null || text.length > LONGEST || !headers.get('cache-control')?.includes('no-store')) return;
  on.set(address, { tag, headers, text });
  const [first] = on.keys();
  if (on.size > MOST && first !== undefined) on.delete(first);
}
