import { get } from 'node:http';

/** With 10 s between the looks and 7 s for each, a hung program is ended within a minute. */
const SILENCES = 3;

/** A program that listens. */
export interface Listening {
  readonly name: string;
  /** The address of its health. */
  readonly health: string;
}

/** Whether the connection is taken and nothing is said. A refused one is none: the program starts, or has ended. */
function isSilent(url: string, limitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: limitMs }, (response) => {
      response.resume();
      resolve(false);
    });
    request.once('error', () => resolve(false));
    request.once('timeout', () => {
      resolve(true);
      request.destroy();
    });
  });
}

/**
 * Ends programs that take connections and say nothing three times in a row, which their own watchdogs do not notice where the
 * system has stopped the whole process. Returns how to stop the watch.
 */
export function watchHangs(options: {
  readonly programs: readonly Listening[];
  readonly end: (name: string) => void;
  readonly say: (line: string) => void;
  /** Milliseconds between two looks, and for one. */
  readonly everyMs?: number;
  readonly limitMs?: number;
}): () => void {
  const { programs, end, say, everyMs = 10_000, limitMs = 7000 } = options;
  const silences = new Map<string, number>();
  const looking = new Set<string>();
  async function look({ name, health }: Listening): Promise<void> {
    if (looking.has(name)) return;
    looking.add(name);
    const count = (await isSilent(health, limitMs)) ? (silences.get(name) ?? 0) + 1 : 0;
    looking.delete(name);
    silences.set(name, count % SILENCES);
    if (count < SILENCES) return;
    say(`[${name}] said nothing ${SILENCES} times in a row and is ended`);
    end(name);
  }
  const timer = setInterval(() => {
    for (const program of programs) void look(program);
  }, everyMs);
  return () => clearInterval(timer);
}
