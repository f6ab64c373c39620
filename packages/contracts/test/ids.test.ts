import { z } from 'zod';
import { all } from '../src/testing/endpoints-by-id.ts';

const ID = '0199a3c4-7b1e-7c5d-8f2a-9b3c4d5e6f70';

/** Every schema of an id below this one, with the path to it. */
function idsIn(schema: unknown, path: string): Array<readonly [string, z.ZodType]> {
  if (schema instanceof z.ZodUUID) return [[path, schema]];
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([key, part]) => idsIn(part, `${path}.${key}`));
  }
  if (schema instanceof z.ZodArray) return idsIn(schema.element, `${path}[]`);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return idsIn(schema.unwrap(), path);
  }
  if (schema instanceof z.ZodPipe) return [...idsIn(schema.in, path), ...idsIn(schema.out, path)];
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((part) => idsIn(part, path));
  return [];
}

describe('ids of requests', () => {
  const ids = all.flatMap(({ id, params, query, body }) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) => idsIn(schema, `${id} ${part}`)),
  );

  test.each(ids)('when %s comes in capitals, then it is read in lower case', (_path, schema) => {
    expect(schema.parse(ID.toUpperCase())).toBe(ID);
  });

  test('when a path names an id, then the sweep above has it', () => {
    const paths = all.filter(({ path }) => /\{\w*[iI]d\}/u.test(path)).map(({ id }) => `${id} params`);
    expect(paths.filter((path) => !ids.some(([found]) => found.startsWith(path)))).toEqual([]);
    expect(ids.length).toBeGreaterThan(40);
  });
});
