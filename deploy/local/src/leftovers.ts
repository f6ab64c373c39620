import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from './child.ts';
import type { Ports } from './ports.ts';
import { commandLine } from './process-state.ts';

interface RunNote {
  pid: number;
  children: { name: string; pid: number; main: string }[];
  ports?: Ports;
}

/** Notes the processes of the run, so that the next one can clean up after a kill -9, and its ports. */
export function noteRun(dataDir: string, children: RunNote['children'], ports?: Ports): void {
  const part = `${noteFile(dataDir)}.part`;
  writeFileSync(part, JSON.stringify({ pid: process.pid, children, ports } satisfies RunNote));
  renameSync(part, noteFile(dataDir));
}

export function forgetRun(dataDir: string): void {
  rmSync(noteFile(dataDir), { force: true });
}

/** The process of the run that uses the folder now. */
export function runningFrom(dataDir: string): number | null {
  const note = readNote(dataDir);
  return note && note.pid !== process.pid && /cli\.mjs|jest|node/.test(commandLine(note.pid) ?? '')
    ? note.pid
    : null;
}

/** The ports of the run that uses the folder now. */
export function runningPorts(dataDir: string): Ports | null {
  return (runningFrom(dataDir) && readNote(dataDir)?.ports) || null;
}

/** Refuses a second run on the same folder and ends the programs that a killed run left. */
export async function sweepLeftovers(dataDir: string): Promise<void> {
  const other = runningFrom(dataDir);
  if (other)
    throw new UsageError(
      `Gerbang already runs on ${dataDir} (process ${other}): stop that one with Ctrl-C first`,
    );
  const note = readNote(dataDir);
  if (!note) return;
  const left = note.children.filter((child) => commandLine(child.pid)?.includes(child.main));
  for (const child of left) process.kill(child.pid, 'SIGTERM');
  const until = Date.now() + 25_000;
  for (const child of left) {
    while (commandLine(child.pid)?.includes(child.main)) {
      if (Date.now() > until) process.kill(child.pid, 'SIGKILL');
      await sleep(25);
    }
  }
  forgetRun(dataDir);
}

function noteFile(dataDir: string): string {
  return join(dataDir, 'run.json');
}

function readNote(dataDir: string): RunNote | null {
  if (!existsSync(noteFile(dataDir))) return null;
  return JSON.parse(readFileSync(noteFile(dataDir), 'utf8')) as RunNote;
}
