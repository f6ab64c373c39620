import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { projectRoot } from '../src/paths.ts';
import { composeFile } from './compose-file.ts';
import { alertRules, figuresOf, panels, queries, readMonitoring } from './monitoring-files.ts';

test('when the alert rules are read, then each has a name of its own, a query, a weight, words and a page of the runbook', () => {
  const rules = alertRules();
  expect(rules.length).toBeGreaterThan(20);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { alert, expr, labels, annotations, ...rest } of rules) {
    expect(alert).toMatch(/^[A-Z][A-Za-z]+$/u);
    expect(figuresOf(expr)).not.toEqual([]);
    expect(['page', 'ticket']).toContain(labels.severity);
    expect(annotations.summary.length).toBeGreaterThan(10);
    expect(annotations.runbook_url).toMatch(/^\{\{ \$externalLabels\.runbooks \}\}\/[a-z-]+\.md$/u);
    expect(rest.for ?? '1m').toMatch(/^\d+[mh]$/u);
  }
});

test('when a program nears the limit of memory that compose or the manifests give it, then the alert comes before its end', () => {
  const expr = alertRules().find(({ alert }) => alert === 'MemoryHigh')?.expr ?? '';
  const figures = [...expr.matchAll(/process=~?"([^"]+)"\} > (\d+)e6/gu)].flatMap(([, names = '', figure]) =>
    names.split('|').map((name) => [name, Number(figure) * 1e6] as const),
  );
  const named = figures.map(([name]) => name).toSorted((one, two) => one.localeCompare(two));
  expect(named).toEqual(['admission', 'announcement', 'auth', 'billing', 'gateway', 'notification']);
  for (const [name, figure] of figures) {
    const manifest = readFileSync(join(projectRoot, 'deploy/kubernetes/base', `${name}.yaml`), 'utf8');
    const inCluster = /limits: \{ memory: (\d+)Mi \}/u.exec(manifest)?.[1];
    const inCompose = /^(\d+)m$/u.exec(composeFile().services[name]?.mem_limit ?? '')?.[1];
    const smallest = Math.min(Number(inCluster), Number(inCompose)) * 1_048_576;
    expect([name, figure / smallest > 0.8, figure / smallest <= 0.86]).toEqual([name, true, true]);
  }
});

test('when a query is read, then its brackets close', () => {
  for (const query of queries()) {
    for (const [open, close] of ['()', '{}', '[]']) {
      expect([query, query.split(open ?? '').length]).toEqual([query, query.split(close ?? '').length]);
    }
  }
});

test('when the dashboard is read, then it has its rows, every panel its queries, and none covers another', () => {
  const all = panels();
  expect(all.filter(({ type }) => type === 'row').map(({ title }) => title)).toEqual([
    'Traffic',
    'Latency',
    'Errors',
    'Event loop',
    'Pools',
    'Outbox',
    'Queue',
    'Pace of bulk work',
    'Messages',
    'Memory, disk and checks',
  ]);
  const cells = all.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_unused, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  for (const { type, title, targets = [] } of all) {
    if (type !== 'row') expect([title, targets.length > 0]).toEqual([title, true]);
  }
});

test.each(['prometheus.yml', 'prometheus-kubernetes.yml'])(
  'when %s is read, then it takes the rules and the jobs that they name',
  (file) => {
    const { global, rule_files, scrape_configs } = parse(readMonitoring(file)) as {
      global: { external_labels: Record<string, string> };
      rule_files: string[];
      scrape_configs: { job_name: string }[];
    };
    expect(rule_files).toEqual(['alerts.yml']);
    expect(global.external_labels.runbooks).toMatch(/^https:.*\/deploy\/runbook$/u);
    const jobs = scrape_configs.map(({ job_name }) => job_name);
    const named = queries().flatMap((query) =>
      [...query.matchAll(/job="([^"]+)"/gu)].map(([, job = '']) => job),
    );
    expect([...new Set(named)].filter((job) => !jobs.includes(job))).toEqual([]);
  },
);

test('when the manifests carry the rules, then every file is there', () => {
  const { configMapGenerator } = parse(readMonitoring('kustomization.yaml')) as {
    configMapGenerator: { files: string[] }[];
  };
  const files = configMapGenerator.flatMap((one) => one.files.map((file) => file.split('=').at(-1) ?? ''));
  expect(files.map((file) => readMonitoring(file).length > 100)).toEqual(files.map(() => true));
});

test('when a query names figures, then they are distinguished from functions, labels and words', () => {
  expect(figuresOf('sum by (a, b) (rate(one_total{x="two(three)"}[5m])) / max(four) > 26 * 3600')).toEqual([
    'one_total',
    'four',
  ]);
  expect(figuresOf('five > 240e6 or absent(six{q="7"}) and sum without (k) (seven) - time() < 2')).toEqual([
    'five',
    'six',
    'seven',
  ]);
});
