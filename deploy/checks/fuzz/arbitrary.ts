import fc from 'fast-check';
import type { Parameter, Schema } from './document.ts';

const WORDS = fc.constantFrom(
  'Aisyah',
  'Putri',
  'Jalan Melati 12',
  "D'Angelo",
  'Müller',
  'Łódź',
  'Đặng',
  'علي',
  '陈伟',
  'Ñandú 7',
  '“kutip”',
  '👩‍👧 keluarga',
  'a'.repeat(40),
  "' OR 1=1--",
  '<b>tebal</b>',
  '%_\\',
  '=1+1',
  'ﬁnal',
  'Ⅳ',
  'é',
);
const DAY_MS = 86_400_000;

const cut = (text: string, max: number): string => {
  const short = text.slice(0, max);
  return short.isWellFormed() ? short : short.slice(0, -1);
};

function words(schema: Schema): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = 300 } = schema;
  const plain = fc
    .array(WORDS, { minLength: 1, maxLength: 6 })
    .map((list) => cut(list.join(' '), maxLength).padEnd(minLength, 'x'));
  // The bounds themselves break programs more often than what lies between.
  const longest = fc.constant('m'.repeat(Math.min(maxLength, 6000)));
  const shortest = fc.constant('z'.repeat(Math.max(1, minLength)));
  return fc.oneof({ weight: 8, arbitrary: plain }, { weight: 1, arbitrary: longest }, shortest);
}

function day(): fc.Arbitrary<string> {
  const anywhere = fc
    .integer({ min: -25_000, max: 47_000 })
    .map((days) => new Date(days * DAY_MS).toISOString().slice(0, 10));
  return fc.oneof(
    { weight: 5, arbitrary: anywhere },
    fc.constantFrom('1900-01-01', '2000-02-29', '2024-02-29', '2026-12-31', '2099-12-31'),
  );
}

const phone = fc
  .tuple(fc.constantFrom('0', '62', '+62', '+62 '), fc.integer({ min: 10_000_000, max: 99_999_999 }))
  .map(([start, rest]) => `${start}812${rest}`);
const email = fc
  .tuple(fc.stringMatching(/^[a-z][a-z0-9]{3,12}$/u), fc.integer({ min: 0, max: 999_999 }))
  .map(([name, number]) => `${name}.${number}@contoh.id`);

const bytes = fc
  .uint8Array({ minLength: 1, maxLength: 300 })
  .map((all) => Buffer.from(all).toString('base64'));

/** Plain words where they fit the pattern, else texts made from it. */
function text(schema: Schema): fc.Arbitrary<string> {
  if (schema.format === 'uuid') return fc.uuid({ version: [4, 7] });
  if (schema.format === 'date') return day();
  if (schema.format === 'email') return email;
  if (schema.format === 'phone') return phone;
  if (schema.contentEncoding === 'base64') return bytes;
  if (schema.pattern === undefined) return words(schema);
  const pattern = new RegExp(schema.pattern, 'u');
  const fits = (value: string) => pattern.test(value);
  if (fits('Aisyah') && fits("D'Angelo 7")) return words(schema).filter(fits);
  return fc.stringMatching(pattern);
}

function whole({ minimum, maximum }: Schema): fc.Arbitrary<number> {
  const min = Math.max(minimum ?? 0, Number.MIN_SAFE_INTEGER);
  const max = Math.min(maximum ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  return fc.oneof({ weight: 4, arbitrary: fc.integer({ min, max }) }, fc.constantFrom(min, max));
}

function object(schema: Schema): fc.Arbitrary<unknown> {
  const required = new Set(schema.required);
  const entries = Object.entries(schema.properties ?? {});
  const all = Object.fromEntries(entries.map(([name, inner]) => [name, valid(inner)]));
  const requiredKeys = entries.map(([name]) => name).filter((name) => required.has(name));
  return fc.record(all, { requiredKeys, noNullPrototype: true });
}

/** Values that a schema allows: its ordinary ones and those at its bounds. */
export function valid(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valid));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type: string) => valid({ ...schema, type })));
  }
  switch (schema.type) {
    case 'string':
      return text(schema);
    case 'integer':
      return whole(schema);
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valid(schema.items ?? {}), { maxLength: Math.min(schema.maxItems ?? 4, 4) });
    case 'object':
      return object(schema);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

/** Values of parameters: those that must be there, and any of the others. */
export function validParameters(parameters: readonly Parameter[]): fc.Arbitrary<Record<string, string>> {
  const all = Object.fromEntries(
    parameters.map(({ name, schema, in: place }) => {
      const texts = valid(schema).map((value) => String(value));
      // Points alone mean another address, whatever a parameter allows.
      return [name, place === 'path' ? texts.filter((text) => !/^\.+$/u.test(text)) : texts];
    }),
  );
  const requiredKeys = parameters.filter(({ required }) => required).map(({ name }) => name);
  return fc.record(all, { requiredKeys, noNullPrototype: true }) as fc.Arbitrary<Record<string, string>>;
}
