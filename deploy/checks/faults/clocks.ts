import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROGRAMS, type ProgramName } from '@gerbang/local/environments';

const FOLDERS = ['/usr/lib', '/usr/local/lib'];
const NAMES = ['faketime/libfaketime.so.1', 'libfaketime.so.1'];

/** The library that gives a process a clock of its own; null where it is not installed. */
export function clockLibrary(): string | null {
  const folders = FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) => {
    const inner = readdirSync(folder).filter((name) => name.endsWith('-linux-gnu'));
    return [folder, ...inner.map((name) => join(folder, name))];
  });
  const files = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return files.find((file) => existsSync(file)) ?? null;
}

export type Clocks = ReturnType<typeof openClocks>;

/** A clock for all programs that can be set while they run; timers go on, as on a machine whose time is set. */
export function openClocks(library: string) {
  const folder = mkdtempSync(join(tmpdir(), 'gerbang-clocks-'));
  let offset = 0;
  function setOffset(seconds: number): void {
    offset = seconds;
    for (const name of PROGRAMS) {
      // A program must never read half a file.
      const next = join(folder, `${name}.next`);
      writeFileSync(next, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}\n`);
      renameSync(next, join(folder, name));
    }
  }
  setOffset(0);
  const envOf = (name: ProgramName) => ({
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: join(folder, name),
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  });
  return {
    env: Object.fromEntries(PROGRAMS.map((name) => [name, envOf(name)])),
    /** The time of the programs, in milliseconds since 1970. */
    now: () => Date.now() + offset * 1000,
    /** Sets every clock to this moment, from which it goes on. */
    moveTo: (moment: number) => setOffset(Math.round((moment - Date.now()) / 1000)),
    reset: () => setOffset(0),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
