import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { chart } from './chart.ts';
import { type Line, met, type Outcome, reached } from './report.ts';

export interface Run {
  /** When it began; also the name of its files. */
  at: string;
  form: string;
  store: 'redis' | 'postgres';
  rounds: number;
  outcomes: readonly Outcome[];
  lines: readonly Line[];
}

/** Writes what is known so far as JSON and as a picture; called after every measurement, so that nothing is lost. */
export function writeResults(folder: string, run: Run): { json: string; svg: string } {
  mkdirSync(folder, { recursive: true });
  const base = join(folder, run.at.replaceAll(':', '-'));
  const [json, svg] = [`${base}.json`, `${base}.svg`];
  const machine = {
    cores: availableParallelism(),
    cpu: cpus()[0]?.model ?? '',
    node: process.version,
    loadAverage: loadavg(),
  };
  const table = run.lines.map((line) =>
    line.state === 'not measured'
      ? line
      : { ...line.row, by: line.by, state: line.state, met: met(line.row), reached: reached(line.row) },
  );
  const { at, form, store, rounds, outcomes } = run;
  const text = { at, form, machine, store, rounds, table, outcomes };
  writeFileSync(json, `${JSON.stringify(text, null, 2)}\n`);
  const about = `${at.slice(0, 16).replace('T', ' ')} UTC, ${machine.cores} cores, Node ${machine.node}, ${form}`;
  writeFileSync(svg, chart(run.lines, about));
  return { json, svg };
}
