import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Answer } from './client.ts';
import type { Operation, Schema } from './document.ts';

// Its types say that it is a module in a module; what comes is the function.
const addFormats = formats as unknown as (ajv: Ajv2020) => void;

/** What can be wrong with an answer, by the names of the checks in the report. */
export type Check =
  | 'no 5xx'
  | 'documented status'
  | 'content type'
  | 'headers'
  | 'response schema'
  | 'one error shape'
  | 'negative refused'
  | 'positive accepted'
  | 'required header'
  | 'unsupported method'
  | 'use after free'
  | 'available after create'
  | 'ignored auth'
  // The authorization sweep's own.
  | 'authorization'
  | 'unchanged'
  | 'forbidden field'
  | 'foreign origin'
  | 'twice at once'
  | 'next request'
  | 'direct call'
  | 'rows and routes'
  | 'bad input';

export interface Fault {
  readonly check: Check;
  readonly what: string;
}

const ENGLISH = /\b(?:invalid|required|must|should|error|unexpected|failed|cannot|expected|undefined)\b/iu;
const INSIDE = /\bat (?:async )?\w|node_modules|select .* from|\/(?:app|home|srv|tmp|root)\/|pg_|knex|zod/iu;
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

/** The checks that hold for any answer to any call: each with what is wrong. */
export function createChecks() {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true });
  addFormats(ajv);
  ajv.addFormat('phone', true);
  ajv.addFormat('binary', true);
  const compiled = new WeakMap<Schema, ValidateFunction>();
  const fits = (schema: Schema, value: unknown): string | null => {
    let validate = compiled.get(schema);
    if (!validate) {
      validate = ajv.compile(schema as object);
      compiled.set(schema, validate);
    }
    return validate(value) ? null : ajv.errorsText(validate.errors);
  };

  function faultsOf(operation: Operation, answer: Answer): Fault[] {
    const faults: Fault[] = [];
    const fault = (check: Check, what: string) => faults.push({ check, what });
    const { status, headers, body } = answer;
    if (status >= 500) fault('no 5xx', String(status));
    const content = operation.responses.get(status);
    if (!content) {
      // 405 and 431 belong to no operation: the router and the listener answer them.
      fault('documented status', String(status));
      return [...faults, ...headerFaults(answer)];
    }
    faults.push(...headerFaults(answer));
    const type = String(headers['content-type'] ?? '')
      .split(';', 1)[0]
      ?.trim();
    if (Object.keys(content).length === 0) {
      if (body.length > 0) fault('content type', `a body of ${body.length} bytes where none is described`);
      return faults;
    }
    const described = content[type ?? ''];
    if (!described) fault('content type', `${status} as ${type || 'nothing'}`);
    else if (type === 'application/json') {
      if (answer.json === undefined) fault('response schema', 'no JSON');
      else {
        const why = fits(described.schema, answer.json);
        if (why) fault('response schema', `${status}: ${why}`);
      }
    }
    if (status >= 400) faults.push(...problemFaults(answer));
    return faults;
  }
  return { fits, faultsOf };
}

function headerFaults({ status, headers }: Answer): Fault[] {
  const wrong = Object.entries(MUST).flatMap(([name, pattern]) =>
    pattern.test(String(headers[name] ?? '')) ? [] : [`${name}: ${String(headers[name])}`],
  );
  const told = MUST_NOT.filter((name) => headers[name] !== undefined);
  if ((status === 429 || status === 503) && !/^\d+$/u.test(headers['retry-after'] ?? '')) {
    wrong.push(`${status} without Retry-After`);
  }
  return [...wrong, ...told].map((what) => ({ check: 'headers', what }));
}

/** Problems speak Indonesian, carry their own status and tell nothing of the inside (decisions, Everywhere). */
export function problemFaults({ status, json, headers }: Answer): Fault[] {
  const problem = (json ?? {}) as {
    statusCode?: number;
    message?: string;
    code?: string;
    requestId?: string;
  };
  const wrong: string[] = [];
  if (!String(headers['content-type']).startsWith('application/json')) wrong.push('no JSON');
  if (problem.statusCode !== status) wrong.push(`statusCode ${problem.statusCode} in a ${status}`);
  if (!problem.code || !problem.requestId || !problem.message) wrong.push('a part is missing');
  const text = JSON.stringify(json) ?? '';
  if (ENGLISH.test(problem.message ?? '')) wrong.push(`English: ${problem.message}`);
  if (INSIDE.test(text)) wrong.push(`tells of the inside: ${text.slice(0, 200)}`);
  return wrong.map((what) => ({ check: 'one error shape', what }));
}
