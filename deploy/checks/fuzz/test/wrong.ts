import { namesOf, type Operation, type Schema } from '../operations.ts';
import type { Input } from '../valid.ts';

/** Input with one thing wrong: a body or a query as text, or parameters of the path. */
export interface Wrong {
  readonly what: string;
  readonly raw?: string;
  readonly query?: string;
  readonly params?: Record<string, string>;
}

const ID = '018f6a1e-0000-7000-8000-000000000000';
/** Values of every type; the contract decides for each field which of them it refuses. */
// biome-ignore format: one line a sort
const VALUES: readonly unknown[] = [
  true, 17, -1, 0.5, 1e300, 2 ** 53, -1e15, null, [], [[]], {}, { a: 1 }, '', ' ', '\u200b', 'x\u202ey',
  'a\tb', '\r\nx', 'bukan pilihan', 'null', '<script>', "' OR 1=1--", '5', '1.000', '٥', '2026-02-30',
  '0000-00-00', '2026-2-3', '2026-07-01T00:00Z', '2026-13-01', '1899-12-31', '2101-01-01', '9999-12-31', '20260701', '٢٠٢٦-٠٧-٠١',
  '1', `{${ID}}`, `urn:uuid:${ID}`, ID.slice(1), `${ID}0`, `${ID} `, ID.replaceAll('-', ''),
  'a', '@', 'a@', 'a b@c.id', 'a@b@c.id', 'a@localhost', 'bukan nomor', '123', '62812', '+1',
];
/** Texts that the reader of bodies refuses, whatever the field. */
const NEVER = ['a\u0000b', 'a\ud800b', '\udc00'];
/** Numbers that JSON or JavaScript cannot hold, as they are written. */
const NO_NUMBERS = ['1e400', 'NaN', 'Infinity', '05', '+5', '0x5', '5n', '٥'];
// biome-ignore format: one line a sort
const FOREIGN = [
  'id', 'user_id', 'parent_id', 'role', 'created_by', 'created_at', 'deleted_at', 'version',
  'verified_by',
  'verification_status', 'registration_number', 'enrollment_status', 'current_stage', 'payment_status',
  'payment_amount', 'status', 'submitted_at', 'published_at', 'password_hash', 'must_change_password',
  'total_amount', 'admin_notes', 'auto_verify', 'locked', 'is_admin', 'isian_asing', 'Name', 'toJSON',
  '__proto__', 'constructor', 'prototype',
];
const FOREIGN_QUERY = [
  'isian',
  '__proto__[x]',
  'constructor',
  'id[]',
  'debug',
  'role',
  'user_id',
  'offset',
  'page',
];

const inner = (schema: Schema): Schema =>
  (schema.anyOf ?? schema.oneOf)?.find((one) => one.type !== 'null' && one.anyOf === undefined) ?? schema;

/** Values for a field at and beyond its own bounds. */
function beyond(schema: Schema): unknown[] {
  const { enum: list, maxLength, minimum, maximum } = inner(schema);
  const [first] = list ?? [];
  return [
    ...(typeof first === 'string'
      ? [first.toUpperCase(), first.toLowerCase(), `${first} `, ` ${first}`, `${first}\u200b`]
      : []),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength * 2 + 41)]),
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
  ];
}

/** An object as JSON in which a field has this text; `__proto__` is written as a field, too. */
function withField(base: object, name: string, text: string): string {
  const rest = JSON.stringify(Object.fromEntries(Object.entries(base).filter(([other]) => other !== name)));
  return `{${JSON.stringify(name)}:${text}${rest === '{}' ? '' : ','}${rest.slice(1)}`;
}

/** Bodies with one thing wrong: a value, a missing or an unknown field, or the whole text. */
function wrongBodies({ body, contract }: Pick<Operation, 'body' | 'contract'>, base: object): Wrong[] {
  if (!body) return [];
  const isRefused = (value: object) => contract.body?.safeParse(value).success === false;
  const wrongs: Wrong[] = [];
  for (const [name, schema] of Object.entries(body.properties ?? {})) {
    for (const value of [...VALUES, ...beyond(schema)]) {
      if (isRefused({ ...base, [name]: value }))
        wrongs.push({ what: `${name} = ${shown(value)}`, raw: withField(base, name, JSON.stringify(value)) });
    }
    for (const value of NEVER)
      wrongs.push({ what: `${name}: no text`, raw: withField(base, name, JSON.stringify(value)) });
    for (const value of inner(schema).type === 'integer' ? NO_NUMBERS : [])
      wrongs.push({ what: `${name} = ${value}`, raw: withField(base, name, value) });
  }
  for (const name of body.required ?? []) {
    const rest = Object.fromEntries(Object.entries(base).filter(([other]) => other !== name));
    wrongs.push({ what: `${name}: missing`, raw: JSON.stringify(rest) });
  }
  for (const name of FOREIGN.filter((one) => !namesOf(body).includes(one)))
    wrongs.push({ what: `${name}: unknown field`, raw: withField(base, name, '"x"') });
  const text = JSON.stringify(base);
  const whole: Record<string, string> = {
    'no JSON': `${text}x`,
    'cut off': text.slice(0, -1),
    'an array': `[${text}]`,
    'a text': JSON.stringify(text),
    'a number': '7',
    nothing: ' ',
    'a field twice': text.length > 2 ? `${text.slice(0, -1)},${text.slice(1)}` : '{"a":1,"a":1}',
    'too deep': `${'['.repeat(100)}${']'.repeat(100)}`,
    'too many values': `[${'0,'.repeat(20_000)}0]`,
    'a comment': `/**/${text}`,
  };
  return [...wrongs, ...Object.entries(whole).map(([what, raw]) => ({ what: `body: ${what}`, raw }))];
}

const textOf = (value: unknown) =>
  typeof value === 'string' && value.isWellFormed() ? value : JSON.stringify(value);
const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 40);

/** Queries with one thing wrong: a refused value, a parameter twice or as a list, an unknown one. */
function wrongQueries({ query, contract }: Pick<Operation, 'query' | 'contract'>): Wrong[] {
  const names = namesOf(query);
  const refused = (name: string, value: unknown): Wrong[] =>
    contract.query?.safeParse({ [name]: textOf(value) }).success === false
      ? [{ what: `${name} = ${shown(value)}`, query: `${name}=${encodeURIComponent(textOf(value))}` }]
      : [];
  return [
    ...names.flatMap((name) => [
      ...[...VALUES, ...beyond(query.properties?.[name] ?? {})].flatMap((value) => refused(name, value)),
      { what: `${name}: twice`, query: `${name}=a&${name}=b` },
      { what: `${name}: as a list`, query: `${name}[]=a` },
    ]),
    ...FOREIGN_QUERY.filter((name) => !names.includes(name)).map((name) => ({
      what: `${name}: unknown`,
      query: `${encodeURIComponent(name)}=1`,
    })),
    { what: 'NUL', query: 'search=%00' },
  ];
}

/** Paths in which one parameter is none; each still leads to the route. */
function wrongParams(
  { params, contract }: Pick<Operation, 'params' | 'contract'>,
  base: Input['params'],
): Wrong[] {
  return namesOf(params).flatMap((name) =>
    VALUES.map(textOf)
      .filter((text) => /[^.\s]/u.test(text) && !/[\t\r\n]/u.test(text))
      .map((text) => ({ what: `${name} in the path`, params: { ...base, [name]: text } }))
      .filter((wrong) => contract.params?.safeParse(wrong.params).success === false),
  );
}

/** Every way in which the input of an operation can be wrong by one thing. */
export function wrongInputs(operation: Operation, { params, body }: Pick<Input, 'params' | 'body'>): Wrong[] {
  const unwanted = ['{"isian":1}', '[1]', '{"id":"x"}', '{'].map((raw) => ({
    what: 'an unwanted body',
    raw,
  }));
  return [
    ...wrongParams(operation, params),
    ...wrongQueries(operation),
    ...wrongBodies(operation, (body ?? {}) as object),
    ...(operation.body || operation.method === 'GET' ? [] : unwanted),
  ];
}
