import { endpoints } from '@gerbang/contracts/all';
import type { Endpoint } from '@gerbang/contracts/endpoint';
import fc from 'fast-check';
import { z } from 'zod';
import type { HttpResponse } from '../../kit/client.ts';
import { faultsOf } from '../checks.ts';
import { bodySchemaOf, type Operation, schemaOf } from '../operations.ts';
import { valid, validInputs } from '../valid.ts';
import { wrongInputs } from './wrong.ts';

const operationOf = (contract: Endpoint) => ({
  id: contract.id,
  method: contract.method,
  path: contract.path,
  contract,
  params: schemaOf(contract.params),
  query: schemaOf(contract.query),
  body: bodySchemaOf(contract),
});
const operations = endpoints.map((one: Endpoint) => [one.id, operationOf(one) as Operation] as const);
const withBody = operations.filter(([, { body }]) => body);

const JSON_TYPE = 'application/json; charset=utf-8';
const SAFE = {
  'content-type': JSON_TYPE,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'",
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
};
const response = (status: number, json: unknown, headers: Record<string, string> = {}): HttpResponse => ({
  status,
  headers: { ...SAFE, ...headers },
  body: Buffer.from(JSON.stringify(json)),
  json,
});
const operation = {
  id: 'T01',
  successes: new Map([[200, z.object({ a: z.number() })]]),
  statuses: new Set([200, 400]),
} as unknown as Operation;
const problem = { statusCode: 400, code: 'bad_request', message: 'Tidak sesuai.', requestId: 'x' };

describe('the generators and the checks of the fuzzing', () => {
  test.each(operations)(
    'when %s is given generated input, then there is some that its contract accepts',
    (_id, one) => {
      expect(validInputs(one, 10, 3).length).toBeGreaterThan(0);
    },
  );

  test.each(withBody)(
    'when %s is given a wrong body, then its contract refuses it or it is no JSON',
    (_id, one) => {
      const [input] = validInputs(one, 1, 5);
      const wrongs = wrongInputs(one, input ?? { params: {}, body: {} }).filter(
        ({ raw }) => raw !== undefined,
      );
      expect(wrongs.length).toBeGreaterThan(40);
      const accepted = wrongs.filter(({ what, raw = '' }) => {
        // The reader of bodies refuses these, whatever the contract says.
        if (/^body: |: no text$| = (?:1e400|NaN|Infinity|05|\+5|0x5|5n|٥)$/u.test(what)) return false;
        return one.contract.body?.safeParse(JSON.parse(raw)).success;
      });
      expect(accepted.map(({ what }) => what)).toEqual([]);
    },
  );

  test.each(operations.filter(([, { contract }]) => contract.params ?? contract.query))(
    'when %s has parameters, then each of them is given wrong values',
    (_id, one) => {
      const wrongs = wrongInputs(one, { params: {}, body: undefined }).map(({ what }) => what);
      for (const name of Object.keys(one.query.properties ?? {}))
        expect(wrongs).toEqual(expect.arrayContaining([`${name}: twice`, `${name}: as a list`]));
      expect(wrongs).toEqual(expect.arrayContaining(['isian: unknown', 'NUL']));
    },
  );

  test('when a schema has formats, then the values are of the format and reach its bounds', () => {
    const schema = z.toJSONSchema(z.object({ id: z.uuid(), day: z.iso.date(), name: z.string().max(8) }));
    const values = fc.sample(valid(schema as never), { seed: 1, numRuns: 200 }) as {
      id: string;
      name: string;
    }[];
    expect(values.every(({ id }) => z.uuid().safeParse(id).success)).toBe(true);
    expect(Math.max(...values.map(({ name }) => name.length))).toBe(8);
  });

  test.each([
    ['no 5xx', response(500, problem)],
    ['documented status', response(418, problem)],
    ['content type', response(200, { a: 1 }, { 'content-type': 'text/html' })],
    ['headers', response(200, { a: 1 }, { 'x-content-type-options': '' })],
    ['headers', response(200, { a: 1 }, { 'x-powered-by': 'x' })],
    ['response schema', response(200, {})],
    ['response schema', response(200, { a: 1, secret: 2 })],
    ['one error shape', response(400, { ...problem, message: 'must be a string' })],
    ['one error shape', response(400, { ...problem, statusCode: 500 })],
    ['one error shape', response(400, { ...problem, code: '/app/x.ts' })],
  ])('when a response breaks "%s", then the check finds it', (check, broken) => {
    expect(faultsOf(operation, broken).map((fault) => fault.check)).toContain(check);
  });

  test('when a response is correct, then no check finds a fault', () => {
    expect(faultsOf(operation, response(200, { a: 1 }))).toEqual([]);
    expect(faultsOf(operation, response(400, problem))).toEqual([]);
  });
});
