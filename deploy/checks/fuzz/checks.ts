import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { HttpResponse } from '../kit/client.ts';
import type { Operation } from './operations.ts';

/** What can be wrong, by the names of the checks in the report. */
export type Check =
  | 'no 5xx'
  | 'documented status'
  | 'content type'
  | 'headers'
  | 'response schema'
  | 'one error shape'
  | 'positive accepted'
  | 'use after free'
  | 'available after create'
  // A response that is too large or comes too late.
  | 'bounded'
  // What another family has was shown or touched.
  | 'authorization';

export interface Fault {
  readonly check: Check;
  readonly what: string;
}

const ENGLISH = /\b(?:invalid|required|must|should|error|unexpected|failed|cannot|expected|undefined)\b/iu;
const INTERNALS =
  /\bat (?:async )?\w|node_modules|select .* from|\/(?:app|home|srv|tmp|root)\/|pg_|knex|zod|syntax error|relation/iu;
const MUST: Readonly<Record<string, RegExp>> = {
  'x-content-type-options': /^nosniff$/u,
  'content-security-policy': /default-src 'none'/u,
  'referrer-policy': /^(?:same-origin|no-referrer)$/u,
  'x-frame-options': /^(?:DENY|SAMEORIGIN)$/u,
  'cache-control': /no-store|private|max-age/u,
};
const MUST_NOT = [
  'x-powered-by',
  'server',
  'access-control-allow-origin',
  'x-gerbang-session',
  'x-gerbang-identity',
];

/** Runs the checks that hold for every response to every call. */
export function faultsOf(operation: Operation, response: HttpResponse): Fault[] {
  const { status, headers, body, json } = response;
  const faults: Fault[] = [];
  const fault = (check: Check, what: string) => faults.push({ check, what });
  if (status >= 500) fault('no 5xx', String(status));
  if (!operation.statuses.has(status)) fault('documented status', String(status));
  faults.push(...headerFaults(response));
  const type = String(headers['content-type'] ?? '').split(';', 1)[0] ?? '';
  if (status >= 400) faults.push(...problemFaults(response));
  else if (status === 204) {
    if (body.length > 0) fault('content type', `a body of ${body.length} bytes in a 204`);
  } else if (operation.media) {
    if (!operation.media.includes(type)) fault('content type', `${status} as ${type || 'nothing'}`);
  } else if (type !== 'application/json') fault('content type', `${status} as ${type || 'nothing'}`);
  else {
    const parsed = operation.successes.get(status)?.safeParse(json);
    if (parsed?.error) fault('response schema', `${status}: ${z.prettifyError(parsed.error)}`);
    // A parsed response has no field that the contract does not declare.
    else if (parsed && !isDeepStrictEqual(parsed.data, json)) fault('response schema', 'an undeclared field');
  }
  return faults;
}

function headerFaults({ status, headers }: HttpResponse): Fault[] {
  const wrong = Object.entries(MUST).flatMap(([name, pattern]) =>
    pattern.test(String(headers[name] ?? '')) ? [] : [`${name}: ${String(headers[name])}`],
  );
  const present = MUST_NOT.filter((name) => headers[name] !== undefined);
  if ((status === 429 || status === 503) && !/^\d+$/u.test(headers['retry-after'] ?? ''))
    wrong.push(`${status} without Retry-After`);
  return [...wrong, ...present].map((what) => ({ check: 'headers', what }));
}

/** A problem is in Indonesian, carries its own status and reveals no internals. */
function problemFaults({ status, json, headers }: HttpResponse): Fault[] {
  const problem = (json ?? {}) as {
    statusCode?: number;
    message?: string;
    code?: string;
    requestId?: string;
  };
  const wrong: string[] = [];
  if (!String(headers['content-type']).startsWith('application/json')) wrong.push('no JSON');
  if (problem.statusCode !== status) wrong.push(`statusCode ${problem.statusCode} in a ${status}`);
  if (!problem.code || !problem.requestId || !problem.message) wrong.push('a field is missing');
  const text = JSON.stringify(json) ?? '';
  if (ENGLISH.test(problem.message ?? '')) wrong.push(`English: ${problem.message}`);
  if (INTERNALS.test(text)) wrong.push(`reveals internals: ${text.slice(0, 200)}`);
  return wrong.map((what) => ({ check: 'one error shape', what }));
}
