import '@gerbang/domain/testing/runs';
import fc from 'fast-check';
import { z } from 'zod';
import { endpoints } from '../src/all.ts';
import { changeStage } from '../src/registration-stages.ts';
import { lineOfText, paragraphOfText } from '../src/text.ts';

const NO_TAG = 'Tidak boleh berisi kode HTML';
/** Each short enough for the shortest text. */
const TAGS = ['<b>tebal</b>', 'libur </p>', '<!-- x -->', '<?php ?>', 'ab <IMG src>'];

/** Fields that may hold a tag, with the reason: `id path` as a pattern. */
const ALLOWED: Readonly<Record<string, string>> = {
  '\\w+ (?:p|currentP|newP)assword': 'a secret, whose hash alone is kept',
  'A02 identifier': 'compared with addresses and numbers, not kept',
  'A02 ticket|A26 token': 'compared with what the portal gave, not kept',
  'A21 credential.response.transports\\[\\]': 'a word of the browser, of which known ones are kept',
  '(?:C02|I06) consent_documents\\[\\]':
    'labels as the school wrote them, also before markup was refused in them',
  '\\w+ payment_evidence_url': 'compared with the links of uploaded files',
  'U14 proof': 'compared with the links of uploaded files',
  '(?:C14|C20|S11|D02) (?:fileData|fileName|contentType)':
    'a file of the device; its name is cleaned before it is kept',
  'S(?:02|14) settings\\.account\\.\\w+': 'written over by the first of `accounts`, which may not hold one',
  'S14 days_off\\[\\]\\.name':
    'refused with the whole list: a name stored before the rule can still be exported',
  'S14 (?:document_types|rubrics)\\[\\]': 'lists that must be empty',
  'R06 (?:headers\\[\\]|sample\\[\\]\\[\\])':
    'cells of a file of the bank, compared with those of later files',
  'D08 facts_print': 'compared with a print of the data, not kept',
};

type Node = z.core.$ZodType & { readonly _zod: { readonly def: Definition } };
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Node>>;
  readonly element?: Node;
  readonly innerType?: Node;
  readonly in?: Node;
  readonly out?: Node;
  readonly valueType?: Node;
  readonly options?: readonly Node[];
  readonly items?: readonly Node[];
  readonly getter?: () => Node;
}

/** The schemas directly below one, by the name that they have in a path. */
function below({ _zod: { def } }: Node): (readonly [string, Node])[] {
  const parts = [def.innerType, def.in, def.out, def.getter?.(), ...(def.options ?? [])];
  return [
    ...Object.entries(def.shape ?? {}).map(([name, node]) => [`.${name}`, node] as const),
    ...[def.element, def.valueType, ...(def.items ?? [])].flatMap((node) =>
      node ? [['[]', node] as const] : [],
    ),
    ...parts.flatMap((node) => (node ? [['', node] as const] : [])),
  ];
}

const holdsFields = (node: Node): boolean =>
  below(node).some(([name, part]) => name !== '' || holdsFields(part));

/** Every value of a body that is not made of others, with all rules around it. */
function leaves(node: Node, path = ''): (readonly [path: string, Node])[] {
  if (!holdsFields(node)) return [[path, node]];
  return below(node).flatMap(([name, part]) => leaves(part, `${path}${name}`));
}

const parse = (node: Node, text: string) => (node as unknown as z.ZodType).safeParse(text);
const fields = endpoints.flatMap(({ id, body }) =>
  leaves((body ?? z.strictObject({})) as unknown as Node)
    // What a step before the rules makes of a value is not a rule of its own.
    .filter(([, node]) => node._zod.def.type !== 'transform')
    .map(([path, node]) => [`${id} ${path.slice(1)}`, node] as const),
);
const reasonOf = (field: string): string | undefined =>
  Object.entries(ALLOWED).find(([pattern]) => new RegExp(`^(?:${pattern})$`, 'u').test(field))?.[1];

test('when a text of any call holds a tag, then it is refused, but for those that are never shown as a text', () => {
  const taken = fields
    .filter(([, node]) => TAGS.some((text) => parse(node, text).success))
    .map(([field]) => field);
  expect(taken.filter((field) => reasonOf(field) === undefined)).toEqual([]);
  // An exception that no field needs any more is taken back.
  const needless = Object.keys(ALLOWED).filter(
    (pattern) => !taken.some((field) => new RegExp(`^(?:${pattern})$`, 'u').test(field)),
  );
  expect(needless).toEqual([]);
});

test('when a text that may be written freely holds a tag, then one sentence says why it is refused', () => {
  const free = fields.filter(
    ([field, node]) => reasonOf(field) === undefined && parse(node, 'libur < 70').success,
  );
  expect(free.length).toBeGreaterThan(80);
  for (const [field, node] of free)
    for (const text of TAGS) {
      const { error } = parse(node, text);
      expect([field, text, error?.issues.map(({ message }) => message)]).toEqual([field, text, [NO_TAG]]);
    }
});

test('when a note of staff holds a tag within its body, then the field is named', () => {
  const { error } = changeStage.body.safeParse({ current_stage: 'obs_attended', note: 'Baik <b>sekali</b>' });
  expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([['note', NO_TAG]]);
});

const sample = fc.stringMatching(/^[<> /!?a-zA-Z0-9&;"'=]{1,40}$/u);
const published = (schema: z.ZodType) =>
  new RegExp(String(z.toJSONSchema(schema, { io: 'input' }).pattern), 'u');

test.each([
  ['a line', lineOfText(40, 'Harus diisi')],
  ['a paragraph', paragraphOfText(40, 'Harus diisi')],
] as const)(
  'when %s holds any signs, then it is taken where no tag begins, as its published pattern says',
  (_what, schema) => {
    fc.assert(
      fc.property(
        fc.oneof(sample, fc.constantFrom('nilai < 70', '<3', 'a<', '< b', '1<2', '<', '>b<')),
        (text) => {
          fc.pre(text.trim() !== '');
          const isPlain = !/<[a-z/!?]/iu.test(text);
          expect([text, schema.safeParse(text).success]).toEqual([text, isPlain]);
          expect([text, published(schema).test(text)]).toEqual([text, isPlain]);
        },
      ),
    );
  },
);
