import { type Endpoint, successStatus } from '@gerbang/contracts/endpoint';
import { problemSchema } from '@gerbang/contracts/problem';
import { z } from 'zod';

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _draft, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

function parametersOf(place: 'path' | 'query', schema: z.ZodObject | undefined): object[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !(field as z.ZodType).safeParse(undefined).success,
    schema: schemaOf(field as z.ZodType, 'input'),
  }));
}

function operation(endpoint: Endpoint): object {
  const status = successStatus(endpoint);
  const answer = endpoint.response[status];
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    tags: [...endpoint.tags],
    security: endpoint.access.kind === 'public' ? [] : [{ session: [] }],
    parameters: [...parametersOf('path', endpoint.params), ...parametersOf('query', endpoint.query)],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
      },
    }),
    responses: {
      [status]: {
        description: 'Berhasil',
        ...(status !== 204 &&
          answer && { content: { 'application/json': { schema: schemaOf(answer, 'output') } } }),
      },
      default: {
        description: 'Kesalahan',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
}

/** OpenAPI 3.1 of the contracts; nothing is written twice. */
export function openApi(endpoints: readonly Endpoint[], cookieName: string) {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Gerbang', version: '0.1.0' },
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookieName } },
      schemas: { Problem: schemaOf(problemSchema, 'output') },
    },
  };
}
