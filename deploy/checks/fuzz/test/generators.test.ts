import { endpoints } from '@gerbang/contracts/all';
import fc from 'fast-check';
import { z } from 'zod';
import { valid } from '../arbitrary.ts';
import { createChecks } from '../checks.ts';
import type { Answer } from '../client.ts';
import type { Operation, Schema } from '../document.ts';
import { wrongBodies, wrongParameter, wrongQueries } from '../wrong.ts';

const bodies = endpoints.flatMap(({ id, body }) =>
  body ? [[id, z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema] as const] : [],
);
const { fits, faultsOf } = createChecks();

const JSON_TYPE = 'application/json; charset=utf-8';
const SAFE = {
  'content-type': JSON_TYPE,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'",
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
};
const answer = (status: number, json: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { ...SAFE, ...headers },
  body: Buffer.from(JSON.stringify(json)),
  json,
});
const operation = {
  id: 'T01',
  success: 200,
  responses: new Map([
    [200, { 'application/json': { schema: { type: 'object', required: ['a'] } } }],
    [400, { 'application/json': { schema: {} } }],
  ]),
} as unknown as Operation;
const problem = { statusCode: 400, code: 'bad_request', message: 'Tidak sesuai.', requestId: 'x' };

describe('what the fuzzing makes, and what it sees', () => {
  test.each(bodies)(
    'when %s is given generated bodies, then its published schema takes every one',
    (_id, schema) => {
      for (const value of fc.sample(valid(schema), { seed: 3, numRuns: 30 })) {
        expect([value, fits(schema, value)]).toEqual([value, null]);
      }
    },
  );

  test.each(bodies)(
    'when %s is given a body with one thing wrong, then the schema refuses it or the text is no JSON',
    (id, schema) => {
      const contract = endpoints.find((one) => one.id === id)?.body;
      const [base] = fc.sample(valid(schema), { seed: 5, numRuns: 1 });
      const wrongs = wrongBodies(schema, base);
      expect(wrongs.length).toBeGreaterThan(20);
      const taken = wrongs.filter(({ what, text }) => {
        if (/^body: (?:no JSON|cut off|a field twice|single quotes|a comment)/u.test(what)) return false;
        // NUL and halves of characters are refused by the reader of bodies, whatever the schema.
        if (/NUL|surrogate/u.test(what)) return false;
        const value: unknown = JSON.parse(text);
        return fits(schema, value) === null && contract?.safeParse(value).success !== false;
      });
      expect(taken.map(({ what }) => what)).toEqual([]);
    },
  );

  test('when an id or a query is to be wrong, then none is one that the schema allows', () => {
    const uuid = z.toJSONSchema(z.uuid()) as Schema;
    const id = { name: 'id', in: 'path', required: true, schema: uuid } as const;
    for (const text of fc.sample(wrongParameter(id), { seed: 1, numRuns: 200 })) {
      expect([text, z.uuid().safeParse(text).success]).toEqual([text, false]);
    }
    const kinds = wrongQueries([
      { ...id, name: 'sort', in: 'query', schema: { type: 'string', enum: ['name'] } },
    ]);
    expect(kinds.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['sort: not in the list', 'sort: twice', 'isian: unknown', 'NUL']),
    );
  });

  test.each([
    ['no 5xx', answer(500, problem)],
    ['documented status', answer(418, problem)],
    ['content type', answer(200, { a: 1 }, { 'content-type': 'text/html' })],
    ['headers', answer(200, { a: 1 }, { 'x-content-type-options': '' })],
    ['headers', answer(200, { a: 1 }, { 'x-powered-by': 'x' })],
    ['response schema', answer(200, {})],
    ['one error shape', answer(400, { ...problem, message: 'must be a string' })],
    ['one error shape', answer(400, { ...problem, statusCode: 500 })],
    ['one error shape', answer(400, { ...problem, code: '/app/x.ts' })],
  ])('when an answer breaks "%s", then the check sees it', (check, broken) => {
    expect(faultsOf(operation, broken).map((fault) => fault.check)).toContain(check);
  });

  test('when an answer is as it must be, then no check complains', () => {
    expect(faultsOf(operation, answer(200, { a: 1 }))).toEqual([]);
    expect(faultsOf(operation, answer(400, problem))).toEqual([]);
  });
});
