import { readFileSync } from 'node:fs';
import { endpoints } from '@gerbang/contracts/all';
import { runs } from '@gerbang/domain/testing/runs';
import fc from 'fast-check';
import { breaksBetween, type OpenApi } from '../src/open-api-breaks.ts';
import { forbiddenBreaks, openApiText } from '../src/open-api-file.ts';

type Schema = Record<string, unknown>;
type Fields = Record<string, Schema>;

const text = openApiText();
const calls = Object.entries((JSON.parse(text) as OpenApi).paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const documentOf = (content: object): OpenApi => ({
  paths: { '/x': { post: content as OpenApi['paths'][string][string] } },
  components: { schemas: {} },
});
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const sends = (schema: object) => documentOf({ requestBody: json(schema), responses: {} });
const gives = (schema: object) => documentOf({ responses: { 200: json(schema) } });

/** Every object of a schema that stands there whatever the values are: not one of several kinds. */
function objectsIn(schema: Schema | undefined): Schema[] {
  if (!schema || 'anyOf' in schema || 'oneOf' in schema) return [];
  const fields = Object.values((schema.properties ?? {}) as Fields);
  const inside = [...fields, schema.items as Schema | undefined].flatMap(objectsIn);
  return fields.length > 0 ? [schema, ...inside] : inside;
}
const schemaOf = (content: unknown) =>
  (content as ReturnType<typeof json> | undefined)?.content?.['application/json']?.schema as
    | Schema
    | undefined;
const anyCall = fc.nat(calls.length - 1).map((at) => {
  const { path, method, operation } = calls[at] ?? fail();
  const changed = structuredClone(operation);
  const of = (one: typeof operation): OpenApi => ({
    paths: { [path]: { [method]: one } },
    components: { schemas: {} },
  });
  return {
    breaks: () => breaksBetween(of(operation), of(changed)),
    taken: objectsIn(schemaOf(changed.requestBody)),
    given: Object.values(changed.responses ?? {}).flatMap((one) => objectsIn(schemaOf(one))),
  };
});
function fail(): never {
  throw new Error('No such call');
}

test('when the API is written anew, then it is packages/contracts/openapi.json (npm run openapi:write writes it)', () => {
  // Not `toBe`: a difference of two texts of this size takes minutes to print.
  const file = new URL('../../../packages/contracts/openapi.json', import.meta.url);
  expect(readFileSync(file, 'utf8') === text).toBe(true);
  expect(calls).toHaveLength(endpoints.length);
});

describe('what breaks programs that use the API', () => {
  test.each([
    [
      'a field of a response goes',
      gives({ properties: { a: {}, b: {} } }),
      gives({ properties: { a: {} } }),
      'POST /x 200.b: is gone',
    ],
    [
      'a field of a response may be missing',
      gives({ properties: { a: {} }, required: ['a'] }),
      gives({ properties: { a: {} } }),
      'POST /x 200.a: may now be missing',
    ],
    [
      'a field of a response may be null',
      gives({ type: 'string' }),
      gives({ type: ['string', 'null'] }),
      'POST /x 200: was string, is string or null',
    ],
    [
      'a field of a request is wanted',
      sends({ properties: { a: {} } }),
      sends({ properties: { a: {} }, required: ['a'] }),
      'POST /x body.a: is now required',
    ],
    [
      'a field of a request is refused',
      sends({ properties: { a: {} }, additionalProperties: false }),
      sends({ properties: {}, additionalProperties: false }),
      'POST /x body.a: is no longer taken',
    ],
    [
      'a value of a request is refused',
      sends({ enum: ['a', 'b'] }),
      sends({ enum: ['b'] }),
      'POST /x body: no longer takes a',
    ],
    [
      'a text of a request is shorter',
      sends({ maxLength: 9 }),
      sends({ maxLength: 8 }),
      'POST /x body: maxLength is narrower',
    ],
    [
      'a request may not be null',
      sends({ anyOf: [{ type: 'string' }, { type: 'null' }] }),
      sends({ type: 'string' }),
      'POST /x body: was null, is string',
    ],
    ['a status goes', gives({}), documentOf({ responses: { 202: json({}) } }), 'POST /x 200: is gone'],
    [
      'a session is needed',
      documentOf({ security: [] }),
      documentOf({ security: [{ session: [] }] }),
      'POST /x now needs a session',
    ],
    [
      'a parameter is wanted',
      documentOf({}),
      documentOf({ parameters: [{ in: 'query', name: 'q', required: true }] }),
      'POST /x query q: is now required',
    ],
    ['a call goes', gives({}), { ...gives({}), paths: {} }, 'POST /x: is gone'],
  ])('when %s, then it is named', (_what, before, after, line) => {
    expect(breaksBetween(before, after)).toEqual([line]);
  });

  test.each([
    [
      'a response has one field more',
      gives({ properties: {} }),
      gives({ properties: { a: {} }, required: ['a'] }),
    ],
    ['a response has one value more', gives({ enum: ['a'] }), gives({ enum: ['a', 'b'] })],
    ['a response is an integer where it was a number', gives({ type: 'number' }), gives({ type: 'integer' })],
    [
      'a request takes a number where it took an integer',
      sends({ type: 'integer' }),
      sends({ type: 'number' }),
    ],
    [
      'a request takes null too',
      sends({ type: 'string' }),
      sends({ anyOf: [{ type: 'string' }, { type: 'null' }] }),
    ],
    [
      'a field of a request is not wanted any more',
      sends({ properties: { a: {} }, required: ['a'] }),
      sends({ properties: { a: {} } }),
    ],
    ['a text of a request may be longer', sends({ maxLength: 8, minLength: 2 }), sends({ maxLength: 9 })],
    [
      'a call comes',
      documentOf({}),
      { ...documentOf({}), paths: { ...documentOf({}).paths, '/y': { get: {} } } },
    ],
  ])('when %s, then nothing breaks', (_what, before, after) => {
    expect(breaksBetween(before, after)).toEqual([]);
  });

  test('when any field of any response goes, then it is named; when one is added, then nothing is', () => {
    fc.assert(
      fc.property(anyCall, fc.nat(), fc.nat(), ({ given, breaks }, at, which) => {
        const object = given[at % given.length];
        if (!object) return;
        const fields = object.properties as Fields;
        fields['a-new-one'] = { type: 'string' };
        expect(breaks()).toEqual([]);
        const name =
          Object.keys(fields).filter((one) => one !== 'a-new-one')[
            which % (Object.keys(fields).length - 1)
          ] ?? fail();
        delete fields[name];
        expect(breaks()).toEqual([expect.stringMatching(/: is gone$/u)]);
      }),
      { numRuns: runs(300) },
    );
  });

  test('when any request wants a field that it did not know, then it is named; while it is optional, nothing is', () => {
    fc.assert(
      fc.property(anyCall, fc.nat(), ({ taken, breaks }, at) => {
        const object = taken[at % taken.length];
        if (!object) return;
        (object.properties as Fields)['a-new-one'] = { type: 'string' };
        expect(breaks()).toEqual([]);
        object.required = [...((object.required ?? []) as string[]), 'a-new-one'];
        expect(breaks()).toEqual([expect.stringMatching(/\.a-new-one: is now required$/u)]);
      }),
      { numRuns: runs(300) },
    );
  });
});

test('when a call goes, then writing is refused until the list of this release allows it', () => {
  const [gone, ...others] = endpoints;
  const line = `${gone?.method} ${gone?.path}: is gone`;
  const without = openApiText(others);
  const refused = (list: object) => forbiddenBreaks(text, without, '1.2.0', JSON.stringify(list));
  expect(refused({ '1.2.0': [] })).toEqual([line]);
  expect(refused({ '1.1.0': [line] })).toEqual([line]);
  expect(refused({ '1.2.0': [line] })).toEqual([]);
});
