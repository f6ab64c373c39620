import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@gerbang/local/paths';
import type { Row } from './contract.ts';
import type { Finding } from './portal.ts';

/** Operation × (positive, negative), as lines. */
export function contractTable(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const statuses = Object.entries(row.statuses)
      .filter(([, count]) => count > 0)
      .map(([status, count]) => `${status}×${count}`)
      .join(' ');
    const figures = [row.positive, row.succeeded, row.negative, row.others].map((n) => String(n).padStart(6));
    return `${row.operation.padEnd(5)}${figures.join('')}${`${Math.round(row.fit * 100)}%`.padStart(6)}  ${row.call}  ${statuses}`;
  });
  const sum = (of: (row: Row) => number) => rows.reduce((total, row) => total + of(row), 0);
  return [
    'call    valid  2xx  wrong others   fit',
    ...lines,
    `${rows.length} operations: ${sum((row) => row.positive)} valid, of which ${sum((row) => row.succeeded)} succeeded; ` +
      `${sum((row) => row.negative)} wrong; ${sum((row) => row.others)} others`,
  ].join('\n');
}

/** Findings, the same ones once, with how often. */
export function findingLines(findings: readonly Finding[]): string[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = `${finding.check} · ${finding.operation} · ${finding.what}`;
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups].map(([key, all]) => {
    const [first] = all;
    return `${key} (${all.length}×, ${first?.caller})\n    ${first?.input}\n    ${first?.answer}`;
  });
}

/** What the programs wrote about the requests of these texts, for failures of ours. */
export function logLines(logDir: string, texts: readonly string[]): string[] {
  const ids = texts.flatMap((text) =>
    [...text.matchAll(/"requestId":"(?<id>[\w-]+)"/gu)].map((one) => one.groups?.id ?? ''),
  );
  const lines = readdirSync(logDir).flatMap((name) => readFileSync(join(logDir, name), 'utf8').split('\n'));
  return lines.filter((line) => line.includes('request failed') && ids.some((id) => id && line.includes(id)));
}

/** Writes the whole result beside those of the benchmark. */
export function writeReport(result: object): string {
  const folder = join(projectRoot, 'bench-results');
  mkdirSync(folder, { recursive: true });
  const at = new Date().toISOString();
  const file = join(folder, `fuzz-${at.replaceAll(':', '-')}.json`);
  writeFileSync(file, `${JSON.stringify({ at, ...result }, null, 2)}\n`);
  return file;
}
