import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '@gerbang/contracts/all';
import { openApi } from '@gerbang/gateway/open-api';
import type { ChildResult } from './child.ts';
import { breaksBetween, type OpenApi } from './open-api-breaks.ts';
import { projectRoot } from './paths.ts';
import { releaseVersion } from './release-check.ts';

const FILE = 'packages/contracts/openapi.json';
const ALLOWED = 'packages/contracts/openapi-breaks.json';

/** Levels of the document that are written on lines of their own: down to a response, a body, a parameter. */
const LEVELS = 6;

/** JSON with a line for each parameter, body and response, so that a changed call is a short difference. */
function linesOf(value: unknown, levels: number, indent = ''): string {
  const inside = Object.values(value ?? {});
  if (levels === 0 || !inside.some((one) => typeof one === 'object')) return JSON.stringify(value);
  const inner = `${indent} `;
  const isList = Array.isArray(value);
  const parts = Object.entries(value as object).map(
    ([name, one]) => `${inner}${isList ? '' : `${JSON.stringify(name)}: `}${linesOf(one, levels - 1, inner)}`,
  );
  const [open, close] = isList ? '[]' : '{}';
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`;
}

/** The text of the file for these calls. */
export const openApiText = (calls = endpoints) => `${linesOf(openApi(calls), LEVELS)}\n`;

/** Breaks of this release that a commit has allowed. */
function allowedBreaks(version: string, text: string): readonly string[] {
  return (JSON.parse(text) as Record<string, readonly string[]>)[version] ?? [];
}

/** Breaks between two texts of the file that the list of this release does not allow. */
export function forbiddenBreaks(before: string, after: string, version: string, list: string): string[] {
  const allowed = new Set(allowedBreaks(version, list));
  return breaksBetween(JSON.parse(before) as OpenApi, JSON.parse(after) as OpenApi).filter(
    (line) => !allowed.has(line),
  );
}

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');

const refusal = (breaks: readonly string[]) =>
  [
    'Programs that use the API would break:',
    ...breaks.map((line) => `  ${line}`),
    `Keep what they rely on, or allow it: add these lines to the list of ${releaseVersion()} in ${ALLOWED}.`,
    `A call that no commit has yet breaks nothing: git checkout ${FILE}, then npm run openapi:write.`,
  ].join('\n');

/** A check: the file describes the calls of the contracts, and what it promised is kept. */
export async function checkOpenApi(): Promise<ChildResult> {
  const [before, after] = [read(FILE), openApiText()];
  if (before === after) return { code: 0, output: '' };
  const breaks = forbiddenBreaks(before, after, releaseVersion(), read(ALLOWED));
  const stale = `${FILE} is not what the contracts say; npm run openapi:write writes it.`;
  return { code: 1, output: breaks.length === 0 ? stale : `${stale}\n${refusal(breaks)}` };
}

/** `npm run openapi:write`: writes the file from the contracts, unless that would break programs that use the API. */
export async function writeOpenApi(): Promise<number> {
  const after = openApiText();
  const breaks = forbiddenBreaks(read(FILE), after, releaseVersion(), read(ALLOWED));
  if (breaks.length > 0) {
    console.error(refusal(breaks));
    return 1;
  }
  writeFileSync(join(projectRoot, FILE), after);
  console.log(`${FILE}: written`);
  return 0;
}
