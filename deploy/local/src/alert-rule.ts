import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { projectRoot } from './paths.ts';

const SOURCE = 'deploy/monitoring/alerts.yml';
/** Where the Prometheus operator finds the rules. */
export const ALERT_RULE_FILE = 'deploy/kubernetes/components/prometheus-operator/rules.yaml';

/** The alert rules as an object of the Prometheus operator, as the text of its manifest. */
export function alertRuleManifest(): string {
  const rules = parse(readFileSync(join(projectRoot, SOURCE), 'utf8')) as { groups: unknown };
  const manifest = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'gerbang' },
    spec: rules,
  };
  return `# Made from ${SOURCE} by \`npm run alerts:rule\`.\n${stringify(manifest, { lineWidth: 0 })}`;
}

/** `npm run alerts:rule`: writes the alert rules for the Prometheus operator. */
export async function writeAlertRule(): Promise<number> {
  writeFileSync(join(projectRoot, ALERT_RULE_FILE), alertRuleManifest());
  console.log(`${ALERT_RULE_FILE} is written`);
  return 0;
}
