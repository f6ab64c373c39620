import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { projectRoot } from '../src/paths.ts';

const FOLDER = join(projectRoot, 'deploy/monitoring');
/** Told by others: Prometheus itself, and the exporter that looks from outside. */
export const OUTSIDE: ReadonlySet<string> = new Set(['up', 'probe_ssl_earliest_cert_expiry']);
const WORDS = new Set(['and', 'or', 'unless', 'on', 'ignoring', 'bool', 'offset', 'inf', 'nan']);

export interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
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

export function alertRules(): readonly Rule[] {
  const { groups } = parse(readMonitoring('alerts.yml')) as { groups: { rules: Rule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

export function panels(): readonly Panel[] {
  return (JSON.parse(readMonitoring('dashboard.json')) as { panels: Panel[] }).panels;
}

/** Every query of the rules and the dashboard. */
export function queries(): readonly string[] {
  return [
    ...alertRules().map(({ expr }) => expr),
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
