import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@gerbang/local/paths';
import type { Row } from './contract.ts';
import type { Finding } from './portal.ts';

/** Operation × (valid, succeeded, others) as lines. */
export function contractTable(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const statuses = Object.entries(row.statuses).map(([status, count]) => `${status}×${count}`);
    const figures = [row.positive, row.succeeded, row.others].map((n) => String(n).padStart(6));
    return `${row.operation.padEnd(5)}${figures.join('')}  ${row.call}  ${statuses.join(' ')}`;
  });
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);
  return [
    'call    valid  2xx others',
    ...lines,
    `${rows.length} operations: ${sum((row) => row.positive)} valid, of which ${sum((row) => row.succeeded)} succeeded; ` +
      `${sum((row) => row.others)} others`,
  ].join('\n');
}

/** The findings, equal ones once with their number. */
export function findingLines(findings: readonly Finding[]): string[] {
  const groups = Map.groupBy(findings, ({ check, operation, what }) => `${check} · ${operation} · ${what}`);
  return [...groups].map(([key, [first, ...rest]]) => {
    return `${key} (${rest.length + 1}×, ${first?.caller})\n    ${first?.input}\n    ${first?.answer}`;
  });
}

/** The lines of the programs' logs about the failed requests in these texts. */
export function logLines(logDir: string, texts: readonly string[]): string[] {
  const ids = texts.flatMap((text) =>
    [...text.matchAll(/"requestId":"([\w-]+)"/gu)].map((one) => one[1] ?? ''),
  );
  const lines = readdirSync(logDir).flatMap((name) => readFileSync(join(logDir, name), 'utf8').split('\n'));
  return lines.filter((line) => line.includes('request failed') && ids.some((id) => line.includes(id)));
}

/** Writes the result to `bench-results/` and returns the file. */
export function writeReport(result: object): string {
  const folder = join(projectRoot, 'bench-results');
  mkdirSync(folder, { recursive: true });
  const at = new Date().toISOString();
  const file = join(folder, `fuzz-${at.replaceAll(':', '-')}.json`);
  writeFileSync(file, `${JSON.stringify({ at, ...result }, null, 2)}\n`);
  return file;
}
