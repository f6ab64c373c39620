import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROGRAMS, type ProgramName } from '@gerbang/local/environments';

const FOLDERS = ['/usr/lib', '/usr/local/lib'];
const NAMES = ['faketime/libfaketime.so.1', 'libfaketime.so.1'];

/** The library that gives a process a clock of its own; null where there is none. */
export function clockLibrary(): string | null {
  const folders = FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) => [
    folder,
    ...readdirSync(folder)
      .filter((name) => name.endsWith('-linux-gnu'))
      .map((name) => join(folder, name)),
  ]);
  return (
    folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((file) => existsSync(file)) ??
    null
  );
}

/** A clock for each program, which can be moved while it runs; timers go on as they are, as on a machine whose time is set. */
export function openClocks(library: string) {
  const folder = mkdtempSync(join(tmpdir(), 'gerbang-clocks-'));
  const fileOf = (name: ProgramName) => join(folder, name);
  let offset = 0;
  /** Half a file must never be read. */
  function write(name: ProgramName, seconds: number): void {
    const next = `${fileOf(name)}.next`;
    writeFileSync(next, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}\n`);
    renameSync(next, fileOf(name));
  }
  function moveAll(seconds: number): void {
    offset = seconds;
    for (const name of PROGRAMS) write(name, seconds);
  }
  moveAll(0);
  const envOf = (name: ProgramName) => ({
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: fileOf(name),
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  });
  return {
    env: Object.fromEntries(PROGRAMS.map((name) => [name, envOf(name)])),
    /** The present moment by the programs' clocks, in milliseconds since 1970. */
    now: () => Date.now() + offset * 1000,
    /** Moves every program's clock to this moment, from which it goes on. */
    moveTo: (moment: number) => moveAll(Math.round((moment - Date.now()) / 1000)),
    reset: () => moveAll(0),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export type Clocks = ReturnType<typeof openClocks>;
