import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Registration,
  registrations,
  type TemplateOwner,
} from '@gerbang/contracts/template-registration';
import type { World } from '../faults/world.ts';
import { ownerUrl, rowsOf } from '../kit/databases.ts';
import { controlSimulator } from '../kit/inbox.ts';
import { until } from '../kit/until.ts';
import type { OlderRelease } from './older-release.ts';

/** Programs use a newly approved name within ten seconds. */
const USED_MS = 11_000;
const OWNER: TemplateOwner = { school: 'PPDB Yayasan Contoh', origin: 'https://portal.example' };

/** The templates that a release has at Meta. */
async function templatesOf({ folder }: OlderRelease): Promise<readonly Registration[]> {
  const file = join(folder, 'packages/contracts/src/template-registration.ts');
  return ((await import(file)) as { registrations: typeof registrations }).registrations(OWNER);
}

/** The values that a message must bring: how many for the text, and whether one for the button. */
function valuesOf({ components }: Registration): string {
  const texts = components.flatMap((one) => (one.type === 'BODY' ? (one.text ?? '') : []));
  const variables = new Set(texts.join(' ').match(/\{\{\d+\}\}/gu));
  return `${variables.size} ${components.some(({ type }) => type === 'BUTTONS')}`;
}

/**
 * Gives the simulated account the templates of both releases. One that takes other values now keeps the older release's
 * under its name and has today's as its second version, as an operator who prepares an update submits it. Returns how many
 * those are.
 */
export async function keepOlderTemplates({ stack }: World, release: OlderRelease): Promise<number> {
  const older = new Map((await templatesOf(release)).map((one) => [one.name, one]));
  const today = registrations(OWNER).filter((one) => {
    const before = older.get(one.name);
    return before !== undefined && valuesOf(before) !== valuesOf(one);
  });
  if (today.length === 0) return 0;
  const versions = today.map((one) => ({ ...one, name: `${one.name}_v2` }));
  await controlSimulator(stack.simulatorUrl, { registered: versions });
  const known = 'select name from message_templates where name = any($1) and status = $2';
  const names = versions.map(({ name }) => name);
  await until('The second versions of templates', async () => {
    const rows = await rowsOf(ownerUrl(stack, 'notification'), known, [names, 'APPROVED']);
    return rows.length === names.length;
  });
  await sleep(USED_MS);
  await controlSimulator(stack.simulatorUrl, { registered: today.map(({ name }) => older.get(name)) });
  return today.length;
}
