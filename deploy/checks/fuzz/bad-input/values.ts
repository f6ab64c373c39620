import type { Operation, Schema } from '../document.ts';
import { seedOf, validInputs } from '../inputs.ts';
import { shown } from '../portal.ts';
import { allowedCallers } from '../world.ts';
import type { Bench, Group } from './bench.ts';

type Kind = 'string' | 'integer' | 'date' | 'uuid' | 'enum';

function inner(schema: Schema): Schema {
  return schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
}

function kindOf(schema: Schema): Kind | undefined {
  const { format, type, enum: list } = inner(schema);
  if (list) return 'enum';
  if (format === 'date' || format === 'uuid') return format;
  return type === 'string' || type === 'integer' ? type : undefined;
}

interface Value {
  /** As JSON text, so that what JSON.stringify would tidy away stays. */
  readonly text: string;
  /** Whether every field of this kind must refuse it, whatever its contract says. */
  readonly never?: boolean;
}

const texts = (values: readonly string[], never = false): Value[] =>
  values.map((value) => ({ text: JSON.stringify(value), never }));

const LINES: Value[] = [
  ...texts(['a\u0000b', 'a\ud800b', '\udfff'], true),
  ...texts([
    '\u200b',
    '\u200b\u2060\ufeff',
    'a\u202eb',
    'a\u2066b',
    '👩‍👧',
    `a${'\u0301'.repeat(1000)}`,
    'İstanbul',
    '１２３４',
    'é',
    'e\u0301',
    ' ',
    '',
  ]),
  ...texts(['\r\nx', 'a\tb', 'a\u007fb', 'a\u0085b', 'x'.repeat(20_000)]),
];
const NUMBERS: Value[] = [
  { text: '-0' },
  { text: '1e3' },
  { text: '1e400', never: true },
  { text: '9007199254740993', never: true },
  { text: '"5"', never: true },
  { text: '5.0' },
  { text: '5.5', never: true },
  { text: 'NaN', never: true },
  { text: 'Infinity', never: true },
  { text: '"NaN"', never: true },
  { text: '٥', never: true },
  { text: '"٥"', never: true },
  { text: '-1' },
  { text: '05', never: true },
  { text: '+5', never: true },
  { text: '0x5', never: true },
  { text: '5n', never: true },
  { text: '[5]', never: true },
  { text: 'true', never: true },
]; // prettier-ignore
const DAYS = texts(
  [
    '2026-02-30',
    '0000-00-00',
    '2026-2-3',
    '2026-07-01T00:00Z',
    '-1',
    '1899-12-31',
    '2026-13-01',
    '20260701',
    '2026-07-01 ',
    '٢٠٢٦-٠٧-٠١',
    '+002026-07-01',
  ],
  true,
).concat(texts(['9999-12-31', '2100-01-01']));
const IDS = texts(
  [
    '{018f6a1e-0000-7000-8000-000000000000}',
    'urn:uuid:018f6a1e-0000-7000-8000-000000000000',
    '018f6a1e-0000-7000-8000-00000000000',
    '018f6a1e-0000-7000-8000-000000000000\u0000',
    '018f6a1e000070008000000000000000',
    "' or 1=1--",
  ],
  true,
).concat(texts(['018F6A1E-0000-7000-8000-000000000000']));

/** One group: every field of a kind, in every call that takes a body, with every value; the contract is the judge of what it does not say. */
function everyField(id: string, what: string, kind: Kind, valuesOf: (schema: Schema) => Value[]): Group {
  return {
    id,
    what,
    async run(bench) {
      let count = 0;
      for (const operation of bench.world.portal.operations) {
        const fields = Object.entries(operation.body?.properties ?? {}).filter(
          ([, schema]) => kindOf(schema) === kind,
        );
        for (const [name, schema] of fields)
          count += await oneField(bench, id, operation, name, valuesOf(inner(schema)));
      }
      return count;
    },
  };
}

async function oneField(
  bench: Bench,
  group: string,
  operation: Operation,
  name: string,
  values: Value[],
): Promise<number> {
  const { portal, own } = bench.world;
  const [input] = validInputs(portal, operation, 1, seedOf(bench.seed, operation.id)).inputs;
  const [caller = 'anon'] = allowedCallers(bench.world, operation);
  // Nothing is to be made: the objects are nobody's, and what is judged is the form.
  const base = input?.body as Record<string, unknown>;
  const schema = portal.contract(operation.id)?.body;
  for (const { text, never } of values) {
    const { [name]: _old, ...rest } = base;
    const others = JSON.stringify(rest);
    const raw = `{${JSON.stringify(name)}:${text}${others === '{}' ? '' : ','}${others.slice(1)}`;
    const answer = await portal.call(operation.id, caller, { params: input?.params ?? own.ids, raw });
    const fits = !never && fitsContract(schema, raw);
    const refused = answer.status === 400 || (text.length > 10_000 && answer.status === 413);
    // An upload's file is looked at by its own rules, a password by the list of common ones: both after the form.
    if (refused || (fits && answer.status < 500)) continue;
    bench.fault(
      group,
      `${operation.id} ${name} = ${text.slice(0, 40)} → ${answer.status}`,
      raw,
      shown(answer),
    );
  }
  return values.length;
}

function fitsContract(
  schema: { safeParse(value: unknown): { success: boolean } } | undefined,
  raw: string,
): boolean {
  try {
    return schema?.safeParse(JSON.parse(raw)).success ?? true;
  } catch {
    return false; // no JSON
  }
}

const otherCase = ({ enum: list = [] }: Schema): Value[] => {
  const [first = 'x'] = list.map(String);
  const changed = [
    first.toUpperCase(),
    first.toLowerCase(),
    `${first} `,
    ` ${first}`,
    `${first}\u200b`,
    'tidak_ada',
    'null',
  ];
  return texts(
    changed.filter((one) => !list.includes(one)),
    true,
  );
};

export const valueGroups: readonly Group[] = [
  everyField('B6', 'texts in every field', 'string', () => LINES),
  everyField('B7', 'figures in every field', 'integer', () => NUMBERS),
  everyField('B8', 'days in every field', 'date', () => DAYS),
  everyField('B9', 'ids in every field', 'uuid', () => IDS),
  everyField('B21', 'choices in another case', 'enum', otherCase),
];
