import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '@gerbang/local/paths';

export interface Row {
  readonly id: string;
  readonly title: string;
  readonly queue: string;
  readonly seed: number;
  readonly state: 'ok' | 'FAILED' | 'skipped';
  /** What was done, or why nothing was. */
  readonly what: string;
  readonly wrong: readonly string[];
  /** Promised times that this machine did not keep: reported, not judged. */
  readonly late: readonly string[];
  readonly figures: Readonly<Record<string, string | number>>;
  readonly seconds: number;
}

const SHOWN = 12;

/** The lines about one tried fault. */
export function lines(row: Row): string {
  const head = `${row.state.padEnd(8)}${row.id} (${row.queue}, seed ${row.seed}, ${row.seconds} s): ${row.what}`;
  const figures = Object.entries(row.figures).map(([name, value]) => `${name} ${value}`);
  const wrong = row.wrong.slice(0, SHOWN).map((one) => `          ! ${one}`);
  const late = row.late.map((one) => `          ~ ${one}`);
  if (row.wrong.length > SHOWN) wrong.push(`          ! and ${row.wrong.length - SHOWN} more`);
  return [head, ...(figures.length > 0 ? [`          ${figures.join('; ')}`] : []), ...late, ...wrong].join(
    '\n',
  );
}

/** One line a fault and backend, over all seeds. */
export function table(rows: readonly Row[]): string {
  const groups = Map.groupBy(rows, (row) => `${row.id}\u0000${row.queue}`);
  return [...groups.values()]
    .map((all) => {
      const [first] = all;
      const count = (state: Row['state']) => all.filter((row) => row.state === state).length;
      const state = count('FAILED') > 0 ? 'FAILED' : count('ok') > 0 ? 'ok' : 'skipped';
      const runs = `${count('ok')}/${all.length}`;
      const why = state === 'skipped' ? ` – ${first?.what}` : '';
      return `${state.padEnd(8)}${(first?.id ?? '').padEnd(13)}${(first?.queue ?? '').padEnd(10)}${runs.padEnd(7)}${first?.title}${why}`;
    })
    .join('\n');
}

/** Writes everything to `bench-results/` and returns the file. */
export function write(rows: readonly Row[]): string {
  const folder = join(projectRoot, 'bench-results');
  mkdirSync(folder, { recursive: true });
  const at = new Date().toISOString();
  const file = join(folder, `faults-${at.replaceAll(':', '-')}.json`);
  const machine = { cores: availableParallelism(), node: process.version, load: loadavg() };
  writeFileSync(file, `${JSON.stringify({ at, machine, rows }, null, 2)}\n`);
  return file;
}

/** Copies the logs of a failed world beside the results and returns the folder. */
export function keepLogs(logDir: string, name: string): string {
  const folder = join(projectRoot, 'bench-results', `faults-logs-${name}`);
  cpSync(logDir, folder, { recursive: true });
  return folder;
}
