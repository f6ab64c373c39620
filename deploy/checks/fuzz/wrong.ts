import fc from 'fast-check';
import type { Parameter, Schema } from './document.ts';

/** A body with one thing wrong, as the text that is sent. */
export interface Wrong {
  /** What is wrong, for the report. */
  readonly what: string;
  readonly text: string;
}

type Json = Record<string, unknown>;
const OTHERS: readonly unknown[] = [true, 17, -1, 0.5, [], [[]], {}, { a: 1 }, 'bukan pilihan', null, 1e300];

function typesOf(schema: Schema): Set<string> {
  const own = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return new Set([...own, ...(schema.anyOf ?? []).flatMap((one) => [...typesOf(one)])]);
}

const bare = (schema: Schema): Schema =>
  schema.anyOf?.find((one) => one.type !== 'null' && one.anyOf === undefined) ?? schema;

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** Values that one field refuses, each with why. */
function wrongValues(schema: Schema): { why: string; value: unknown }[] {
  const types = typesOf(schema);
  if (types.size === 0 && !schema.enum) return [];
  const inner = bare(schema);
  const found = OTHERS.filter((value) => types.size > 0 && !types.has(typeOf(value))).map((value) => ({
    why: `type ${typeOf(value)}`,
    value,
  }));
  const add = (why: string, ...values: unknown[]) => {
    for (const value of values) found.push({ why, value });
  };
  if (inner.enum) add('not in the list', 'bukan pilihan', `${String(inner.enum[0])}\u0000`, 'PASSED ');
  if (types.has('string')) {
    add('NUL', 'a\u0000b');
    add('lone surrogate', 'a\ud800b', '\udc00');
    if (inner.maxLength !== undefined) add('too long', 'x'.repeat(inner.maxLength * 2 + 41));
    if (inner.minLength !== undefined && inner.minLength > 0) add('too short', '');
  }
  if (inner.format === 'uuid') {
    add('no uuid', '1', '018f6a1e-0000-7000-8000-00000000000', '{018f6a1e-0000-7000-8000-000000000000}');
    add('no uuid', 'urn:uuid:018f6a1e-0000-7000-8000-000000000000', '018f6a1e000070008000000000000000');
  }
  if (inner.format === 'date') {
    add(
      'no day',
      '2026-02-30',
      '0000-00-00',
      '2026-2-3',
      '2026-07-01T00:00Z',
      '-1',
      '2026-13-01',
      '1899-12-31',
    );
  }
  if (inner.format === 'email') add('no e-mail', 'a', '@', 'a@', 'a b@c.id', 'a@b@c.id', 'a@localhost');
  if (inner.format === 'phone') add('no phone', 'bukan nomor', '123', '62812', '+1', '٠٨١٢٣٤٥٦٧٨٩٠x');
  if (inner.pattern && !inner.format && !new RegExp(inner.pattern, 'u').test('Aisyah')) {
    add('pattern', 'Aisyah', 'x\u202Ey', '<script>');
  }
  if (inner.type === 'integer') {
    add('figure', 0.5, 1e300, 2 ** 53, '5', '1.000', -1e15);
    if (inner.minimum !== undefined) add('too small', inner.minimum - 1);
    if (inner.maximum !== undefined) add('too large', inner.maximum + 1);
  }
  return found.filter(
    ({ value }) => !(types.has('integer') && value === 2 ** 53 && inner.maximum === 2 ** 53),
  );
}

const NAMES = [
  'id',
  'role',
  'user_id',
  'parent_id',
  'created_by',
  'verified_by',
  'status ',
  'is_admin',
  '__proto__',
  'constructor',
  'version',
  'isian_asing',
  'Name',
  'toJSON',
  'deleted',
]; // prettier-ignore

function inObject(schema: Schema, base: Json, path: readonly string[] = []): Wrong[] {
  const place = (name: string) => [...path, name].join('.');
  const put = (name: string, value: unknown): Json => {
    const copy = { ...base };
    // `__proto__` too is to be a field of the text.
    Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true });
    return copy;
  };
  const wrongs: { what: string; value: unknown }[] = [];
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    for (const { why, value } of wrongValues(inner)) {
      wrongs.push({ what: `${place(name)}: ${why}`, value: put(name, value) });
    }
  }
  for (const name of schema.required ?? []) {
    const { [name]: _gone, ...rest } = base;
    wrongs.push({ what: `${place(name)}: missing`, value: rest });
  }
  for (const name of NAMES.filter((one) => !(one in (schema.properties ?? {})))) {
    wrongs.push({ what: `${place(name)}: unknown field`, value: put(name, 'x') });
  }
  return wrongs.map(({ what, value }) => ({ what, text: JSON.stringify(value) }));
}

/** Bodies that are wrong whatever the fields are. */
function wholeBodies(text: string): Wrong[] {
  const all: Record<string, string> = {
    'no JSON': `${text}x`,
    'cut off': text.slice(0, -1),
    'an array': `[${text}]`,
    'a text': JSON.stringify(text),
    'a number': '7',
    'a field twice': text.length > 2 ? `${text.slice(0, -1)},${text.slice(1)}` : '{"a":1,"a":1}',
    'too deep': `${'['.repeat(100)}${']'.repeat(100)}`,
    'too many values': `[${'0,'.repeat(20_000)}0]`,
    'single quotes': "{'a': 1}",
    'a comment': `/**/${text}`,
  };
  return Object.entries(all).map(([what, wrong]) => ({ what: `body: ${what}`, text: wrong }));
}

/** Every way in which this body can be wrong by one thing. */
export function wrongBodies(schema: Schema, base: unknown): Wrong[] {
  const text = JSON.stringify(base);
  return [...inObject(schema, base as Json), ...wholeBodies(text)];
}

/** Texts for an id or another parameter of the path that no schema allows; each reaches the route. */
export function wrongParameter(parameter: Parameter): fc.Arbitrary<string> {
  const id = '018f6a1e-0000-7000-8000-000000000000';
  return fc
    .oneof(
      fc.constantFrom(
        '1',
        'x',
        "' OR 1=1--",
        `${id}0`,
        id.slice(1),
        `{${id}}`,
        `urn:uuid:${id}`,
        'null',
        '-1',
      ),
      fc.constantFrom(id.replaceAll('-', ''), 'undefined', '$1', '__proto__', 'é', '１２３', 'a b', `${id} `),
      fc.stringMatching(/^[a-zA-Z0-9_$' ]{1,40}$/u),
    )
    .filter((text) => !allowed(parameter.schema, text));
}

function allowed(schema: Schema, text: string): boolean {
  if (schema.enum) return schema.enum.includes(text);
  return schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(text);
}

/** Queries of which one entry is wrong: a value that its schema refuses, one given twice, or one that nobody knows. */
export function wrongQueries(parameters: readonly Parameter[]): Wrong[] {
  const known = parameters.flatMap(({ name, schema }) => [
    ...wrongValues({ ...schema, type: 'string' })
      .filter(({ value }) => typeof value === 'string' && value.isWellFormed() && !allowed(schema, value))
      .map(({ why, value }) => ({
        what: `${name}: ${why}`,
        text: `${name}=${encodeURIComponent(String(value))}`,
      })),
    { what: `${name}: twice`, text: `${name}=a&${name}=b` },
    { what: `${name}: as a list`, text: `${name}[]=a` },
  ]);
  const foreign = [
    'isian',
    '__proto__[x]',
    'constructor',
    'id[]',
    'debug',
    'role',
    'user_id',
    'offset',
    'page',
    '_method',
  ];
  const names = new Set(parameters.map(({ name }) => name));
  return [
    ...known,
    ...foreign
      .filter((name) => !names.has(name))
      .map((name) => ({ what: `${name}: unknown`, text: `${encodeURIComponent(name)}=1` })),
    { what: 'NUL', text: 'search=%00' },
  ];
}
