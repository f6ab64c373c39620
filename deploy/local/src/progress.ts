/** How far a work is. */
export interface Progress {
  readonly done: number;
  readonly of: number;
  /** What is counted, as `front ends built`. */
  readonly what: string;
}

const LOOK_MS = 1000;
const LINE_MS = 15_000;
const WIDTH = 20;
const ROOM = 80;

/** A bar, the count, and the seconds since the work began. */
function lineOf({ done, of, what }: Progress, seconds: number): string {
  const full = of === 0 ? WIDTH : Math.floor((done / of) * WIDTH);
  return `[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}] ${done} of ${of} ${what}, ${seconds} s`;
}

/** Shows how far one work after the other is: a line that moves on a terminal, else one each 15 s. */
export function showProgress(out: Pick<typeof process.stdout, 'isTTY' | 'write'> = process.stdout) {
  let read: (() => Progress) | undefined;
  let [began, saidAt] = [0, 0];
  let shown = false;
  const clear = () => {
    if (shown) out.write(`\r${' '.repeat(ROOM)}\r`);
    shown = false;
  };
  const draw = () => {
    if (!read || (!out.isTTY && Date.now() - saidAt < LINE_MS)) return;
    saidAt = Date.now();
    const line = lineOf(read(), Math.round((saidAt - began) / 1000));
    shown = out.isTTY;
    out.write(out.isTTY ? `\r${line.padEnd(ROOM)}` : `${line}\n`);
  };
  const timer = setInterval(draw, LOOK_MS);
  return {
    /** Begins to show a work instead of the one before; each look asks how far it is. */
    of: (next: () => Progress): void => {
      read = next;
      began = Date.now();
      saidAt = began;
    },
    /** Writes a line of its own above the one that moves. */
    say: (line: string): void => {
      clear();
      out.write(`${line}\n`);
    },
    end: (): void => {
      clearInterval(timer);
      clear();
    },
  };
}
