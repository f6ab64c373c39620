import { yearsAfter, addDays } from '@gerbang/domain/reports';
import type { Operation, Schema } from './operations.ts';
import type { Call } from './portal.ts';
import { type Input, seedOf, validInputs } from './valid.ts';
import { allowedCallers, type World } from './world.ts';

const LARGEST_BYTES = 5_000_000;
const LONGEST_MS = 1000;
const SLOWEST = 10;

const FIRST = '2020-01-01';
const LAST = addDays(yearsAfter(FIRST, 6), -1);
/** What the first and every other day of an input become. */
const DAYS: Readonly<Record<string, readonly [string, string]>> = {
  'a year far off': ['2020-01-01', '9999-12-31'],
  'all days far off': ['9999-12-31', '9999-12-31'],
  'the last day': ['2100-12-31', '2100-12-31'],
  'a day before all': ['1900-01-01', '1900-01-01'],
  'six years': [FIRST, LAST],
  'six years and a day': [FIRST, addDays(LAST, 1)],
  reversed: [LAST, FIRST],
};
/** Where a span begins, by the names of its fields. */
const BEGINS = /(?:^|_)(?:from|opens_at)$/u;
const COUNTS = /(?:^|_)(?:limit|count|offset|page|year)$/u;

export interface Extreme {
  readonly call: string;
  readonly what: string;
  readonly status: number;
  readonly bytes: number;
  readonly ms: number;
}

/** The properties of an object's schema, also of one that may be null. */
const propertiesOf = (schema: Schema): [string, Schema][] =>
  Object.entries(
    schema.properties ??
      (schema.anyOf ?? schema.oneOf)?.find(({ properties }) => properties)?.properties ??
      {},
  );
const formatOf = ({ format, anyOf }: Schema): string | undefined =>
  format ?? anyOf?.find((one) => one.format)?.format;

/** Whether an input has a day, however deep. */
const hasDays = (schema: Schema): boolean =>
  ['date', 'date-time'].includes(formatOf(schema) ?? '') ||
  (schema.items !== undefined && hasDays(schema.items)) ||
  propertiesOf(schema).some(([, one]) => hasDays(one));

/** The value with every day of the schema replaced. */
function withDays(schema: Schema, value: unknown, days: readonly [string, string], name = ''): unknown {
  const [first, last] = days;
  const day = BEGINS.test(name) ? first : last;
  const format = formatOf(schema);
  if (format === 'date') return day;
  if (format === 'date-time') return `${day}T01:00:00.000Z`;
  if (Array.isArray(value)) return value.map((one) => withDays(schema.items ?? {}, one, days));
  const properties = propertiesOf(schema);
  if (properties.length === 0) return value;
  const present = (value ?? {}) as Record<string, unknown>;
  const changed = properties
    .filter(([key, one]) => key in present || hasDays(one))
    .map(([key, one]) => [key, withDays(one, present[key], days, key)]);
  return { ...present, ...Object.fromEntries(changed) };
}

/** The largest value of every count in a query. */
const largest = ({ query }: Operation): Record<string, string> =>
  Object.fromEntries(
    propertiesOf(query)
      .filter(([name]) => COUNTS.test(name))
      .map(([name, { maximum }]) => [name, String(name === 'limit' ? 200 : (maximum ?? 2 ** 31))]),
  );

function callsOf(operation: Operation, input: Input): [string, Call][] {
  const { params, query, body } = operation;
  const parts = [params, query, ...(body ? [body] : [])];
  const counts = largest(operation);
  const queryOf = (all: unknown) => ({
    query: new URLSearchParams({ ...(all as Record<string, string>), ...counts }).toString(),
  });
  const calls: [string, Call][] = [];
  if (Object.keys(counts).length > 0) calls.push(['largest counts', { ...input, ...queryOf({}) }]);
  if (!parts.some(hasDays)) return calls;
  for (const [what, days] of Object.entries(DAYS)) {
    const call = {
      params: withDays(params, input.params, days) as Record<string, string>,
      ...queryOf(withDays(query, {}, days)),
      ...(body && { body: withDays(body, input.body, days) }),
    };
    calls.push([what, call]);
  }
  return calls;
}

/**
 * Calls everything that takes a day, a span or a count with the extremes of each, one call after the other: no response has
 * more than 5 MB or, where the clock is looked at, takes longer than a second.
 */
export async function sweepExtremes(
  world: World,
  { seed, timed }: { readonly seed: number; readonly timed: boolean },
): Promise<Extreme[]> {
  const { portal } = world;
  const made: Extreme[] = [];
  for (const operation of portal.operations) {
    const { id, method, path } = operation;
    const [caller = 'anon'] = allowedCallers(world, operation);
    const [input = { params: {}, query: {}, body: undefined }] = validInputs(operation, 1, seedOf(seed, id));
    for (const [what, call] of callsOf(operation, input)) {
      const began = performance.now();
      const answer = await portal.call(id, caller, call);
      const ms = Math.round(performance.now() - began);
      const bytes = answer.body.length;
      made.push({ call: `${id} ${method} ${path}`, what, status: answer.status, bytes, ms });
      const about = { id, caller, input: call, answer };
      if (bytes > LARGEST_BYTES) portal.report({ check: 'bounded', what: `${what}: ${bytes} bytes` }, about);
      if (timed && ms > LONGEST_MS) portal.report({ check: 'bounded', what: `${what}: ${ms} ms` }, about);
    }
  }
  return made;
}

/** The slowest calls as lines. */
export const slowestLines = (made: readonly Extreme[]): string[] =>
  made
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, SLOWEST)
    .map(
      ({ call, what, status, bytes, ms }) =>
        `${String(ms).padStart(6)} ms  ${status}  ${bytes} bytes  ${call}: ${what}`,
    );
