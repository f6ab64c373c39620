import { schoolSchema } from '@gerbang/contracts/school';
import { addDays } from '@gerbang/domain/reports';
import fc from 'fast-check';
import type { Operation, Schema } from './operations.ts';

/** Input that the contract accepts, before ids of existing objects are put in. */
export interface Input {
  readonly params: Record<string, string>;
  readonly query: Record<string, string>;
  readonly body: unknown;
}

// biome-ignore format: one line a sort
const WORDS = fc.constantFrom(
  'Aisyah', 'Putri', 'Jalan Melati 12', "D'Angelo", 'Müller', 'Łódź', 'Đặng', 'علي', '陈伟', 'Ñandú 7',
  '“kutip”', '👩‍👧 keluarga', 'a'.repeat(40), "' OR 1=1--", '<b>tebal</b>', '%_\\', '=1+1', 'ﬁnal', 'Ⅳ',
  'é', 'e\u0301', 'İstanbul', '１２３４', "'; drop table users;--",
);
const ROUNDS = 12;
/** Inputs a round, of which rules between fields may refuse most. */
const AT_LEAST = 20;

const cut = (text: string, max: number): string => {
  const short = text.slice(0, max);
  return short.isWellFormed() ? short : short.slice(0, -1);
};

function words({ minLength = 0, maxLength = 300 }: Schema): fc.Arbitrary<string> {
  const plain = fc
    .array(WORDS, { minLength: 1, maxLength: 6 })
    .map((list) => cut(list.join(' '), maxLength).padEnd(minLength, 'x'));
  // Programs fail at the bounds more often than between them.
  const bounds = fc.constantFrom('m'.repeat(Math.min(maxLength, 6000)), 'z'.repeat(Math.max(1, minLength)));
  return fc.oneof({ weight: 4, arbitrary: plain }, bounds);
}

/** A day so many days from today at most: contracts bound deadlines and times of observations by today. */
const dayFromToday = (min: number, max: number) => {
  const today = new Date().toISOString().slice(0, 10);
  return fc.integer({ min, max }).map((days) => addDays(today, days));
};
const day = fc.oneof(
  { weight: 6, arbitrary: dayFromToday(-300, 900) },
  { weight: 3, arbitrary: dayFromToday(-45_000, 27_000) },
  fc.constantFrom('1900-01-01', '2000-02-29', '2024-02-29', '2026-12-31', '2099-12-31'),
);
const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: fc.uuid({ version: [4, 7] }),
  date: day,
  'date-time': day.map((text) => `${text}T01:00:00.000Z`),
  phone: fc
    .tuple(fc.constantFrom('0', '62', '+62', '+62 '), fc.integer({ min: 10_000_000, max: 99_999_999 }))
    .map(([start, rest]) => `${start}812${rest}`),
  email: fc
    .tuple(fc.stringMatching(/^[a-z][a-z0-9]{3,12}$/u), fc.integer({ min: 0, max: 999_999 }))
    .map(([name, number]) => `${name}.${number}@contoh.id`),
};

/** School years, none of which a portal of tests has open: a call may close its year. */
const FIRST_YEARS = fc.integer({ min: 2040, max: 2098 });

const asName = (text: string) => text.replace(/[^\p{L} '-]/gu, '').trim();

/** Plain words where they match the pattern, else texts made from it. */
function text(schema: Schema): fc.Arbitrary<string> {
  const { formatMinimum: first = '', formatMaximum: last = '9999' } = schema;
  const ofFormat = FORMATS[schema.format ?? ''];
  if (ofFormat)
    return ofFormat.filter((value) => schema.format !== 'date' || (value >= first && value <= last));
  if (schema.contentEncoding === 'base64')
    return fc.uint8Array({ minLength: 1, maxLength: 300 }).map((all) => Buffer.from(all).toString('base64'));
  if (schema.pattern === undefined) return words(schema);
  const pattern = new RegExp(schema.pattern, 'u');
  const fits = (value: string) => pattern.test(value);
  if (fits('Aisyah') && fits("D'Angelo 7")) return words(schema).filter(fits);
  if (fits("D'Angelo")) return words(schema).map(asName).filter(fits);
  const between = ['/', '-'].find((sign) => fits(`2040${sign}2041`) && !fits('2040'));
  if (between) return FIRST_YEARS.map((year) => `${year}${between}${year + 1}`);
  return fc.stringMatching(pattern);
}

function whole({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Schema): fc.Arbitrary<number> {
  const [min, max] = [Math.max(minimum, Number.MIN_SAFE_INTEGER), Math.min(maximum, Number.MAX_SAFE_INTEGER)];
  return fc.oneof({ weight: 4, arbitrary: fc.integer({ min, max }) }, fc.constantFrom(min, max));
}

/** Any number, or one of the steps between the bounds. */
function stepped({ minimum = -1e9, maximum = 1e9, multipleOf: step }: Schema): fc.Arbitrary<number> {
  if (step === undefined) return fc.double({ noNaN: true, noDefaultInfinity: true });
  return fc
    .integer({ min: Math.ceil(minimum / step), max: Math.floor(maximum / step) })
    .map((steps) => Number((steps * step).toFixed(6)));
}

/** Fields that hold together in more ways than a schema says: a school's settings, the columns of a bank's file, an order. */
const KNOWN: Readonly<Partial<Record<string, object>>> = {
  settings: schoolSchema.parse({}),
  columns: { date: 0, description: [1], credit: 2, debit: 3 },
  headers: ['Tanggal', 'Uraian', 'Kredit', 'Debit'],
  criteria: ['sibling', 'registered_at'],
};

/** Whether a field is the one that `KNOWN` names, not another of the same name. */
function isKnown(name: string, { properties }: Schema): boolean {
  const known = KNOWN[name];
  return known !== undefined && (!properties || Object.keys(known).every((part) => part in properties));
}

/** Values that a schema allows: usual ones and those at its bounds. */
export function valid(schema: Schema): fc.Arbitrary<unknown> {
  const kinds = schema.anyOf ?? schema.oneOf;
  // A call may refuse nothing in any of its fields.
  if (kinds)
    return fc.oneof(
      ...kinds.map((kind) => ({ weight: kind.type === 'null' ? 1 : 8, arbitrary: valid(kind) })),
    );
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (typeof schema.type === 'object')
    return fc.oneof(...schema.type.map((type) => valid({ ...schema, type })));
  switch (schema.type) {
    case 'string':
      return text(schema);
    case 'integer':
      return whole(schema);
    case 'number':
      return stepped(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valid(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? 4, 4)),
      });
    case 'object': {
      const entries = Object.entries(schema.properties ?? {}).map(([name, inner]) => [
        name,
        isKnown(name, inner) ? fc.constant(KNOWN[name]) : valid(inner),
      ]);
      const fields = Object.fromEntries(entries) as Record<string, fc.Arbitrary<unknown>>;
      return fc.record(fields, { requiredKeys: [...(schema.required ?? [])], noNullPrototype: true });
    }
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

/** Parameters as texts. */
function texts(schema: Schema): fc.Arbitrary<Record<string, string>> {
  return valid({ type: 'object', ...schema }).map((all) =>
    Object.fromEntries(Object.entries(all as object).map(([name, value]) => [name, String(value)])),
  );
}

/** A parameter of points alone would make another address. */
const isAddress = (params: object) => Object.values(params).every((value) => !/^\.+$/u.test(String(value)));

/** A number that stays the same for the same text, so that every operation has a seed of its own. */
export function seedOf(seed: number, name: string): number {
  let sum = seed | 0;
  for (const char of name) sum = (Math.imul(sum, 31) + (char.codePointAt(0) ?? 0)) | 0;
  return sum;
}

/** Inputs from the schemas of an operation; its contract decides what a schema cannot say (rules between fields). */
export function validInputs(
  { params, query, body, contract }: Operation,
  count: number,
  seed: number,
): Input[] {
  const arbitrary: fc.Arbitrary<Input> = fc.record({
    params: texts(params),
    query: texts(query),
    body: body ? valid(body) : fc.constant(undefined),
  });
  const inputs: Input[] = [];
  for (let round = 0; inputs.length < count && round < ROUNDS; round += 1) {
    for (const input of fc.sample(arbitrary, { seed: seed + round, numRuns: Math.max(count, AT_LEAST) })) {
      const isAccepted =
        isAddress(input.params) &&
        (contract.params?.safeParse(input.params).success ?? true) &&
        (!body || contract.body?.safeParse(input.body).success) &&
        (contract.query?.safeParse(input.query).success ?? true);
      if (inputs.length < count && isAccepted) inputs.push(input);
    }
  }
  return inputs;
}
