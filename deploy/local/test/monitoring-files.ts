import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { projectRoot } from '../src/paths.ts';

const FOLDER = join(projectRoot, 'deploy/monitoring');
const WORDS = new Set(['and', 'or', 'unless', 'on', 'ignoring', 'bool', 'offset', 'inf', 'nan']);

export interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}

/** A figure that Prometheus computes from others and keeps. */
interface Recording {
  readonly record: string;
  readonly expr: string;
}

interface Panel {
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string }[];
}

export function readMonitoring(name: string): string {
  return readFileSync(join(FOLDER, name), 'utf8');
}

function allRules(): readonly (Rule | Recording)[] {
  const { groups } = parse(readMonitoring('alerts.yml')) as { groups: { rules: (Rule | Recording)[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

export function alertRules(): readonly Rule[] {
  return allRules().filter((rule) => 'alert' in rule);
}

export function recordings(): readonly Recording[] {
  return allRules().filter((rule) => 'record' in rule);
}

/** Not told by our programs: Prometheus' own, the exporter's that looks from outside, and what the rules record. */
export const OUTSIDE: ReadonlySet<string> = new Set([
  'up',
  'probe_ssl_earliest_cert_expiry',
  ...recordings().map(({ record }) => record),
  'pg_postmaster_start_time_seconds',
  'node_filesystem_avail_bytes',
  'node_filesystem_size_bytes',
]);

export function panels(): readonly Panel[] {
  return (JSON.parse(readMonitoring('dashboard.json')) as { panels: Panel[] }).panels;
}

/** Every query of the rules and the dashboard. */
export function queries(): readonly string[] {
  return [
    ...allRules().map(({ expr }) => expr),
    ...panels().flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ];
}

/** The figures that a query reads. */
export function figuresOf(query: string): readonly string[] {
  const bare = query
    .replace(/"[^"]*"/gu, '')
    .replace(/\{[^}]*\}/gu, '')
    .replace(/\[[^\]]*\]/gu, '')
    .replace(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/gu, '');
  const names = [...bare.matchAll(/[a-z_:][\w:]*/giu)].filter(
    ({ 0: name, index }) =>
      !/^\s*\(/u.test(bare.slice(index + name.length)) && !/[\d.]/u.test(bare[index - 1] ?? ''),
  );
  return [...new Set(names.map(([name]) => name).filter((name) => !WORDS.has(name.toLowerCase())))];
}
