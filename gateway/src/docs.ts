import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { successStatus, type Endpoint } from '@gerbang/contracts/endpoint';
import { problemSchema } from '@gerbang/contracts/problem';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

const input = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input', unrepresentable: 'any' });
const output = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'output', unrepresentable: 'any' });

function parametersOf(endpoint: Endpoint): object[] {
  const of = (schema: z.ZodObject | undefined, place: string) =>
    Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
      name,
      in: place,
      required: place === 'path',
      schema: input(field as z.ZodType),
    }));
  return [...of(endpoint.params, 'path'), ...of(endpoint.query, 'query')];
}

function operation(endpoint: Endpoint): object {
  const status = successStatus(endpoint);
  const answer = endpoint.response[status];
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    tags: endpoint.tags,
    parameters: parametersOf(endpoint),
    ...(endpoint.body && {
      requestBody: { required: true, content: { 'application/json': { schema: input(endpoint.body) } } },
    }),
    responses: {
      [status]: {
        description: 'Berhasil',
        ...(status !== 204 && answer && { content: { 'application/json': { schema: output(answer) } } }),
      },
      default: {
        description: 'Gagal',
        content: { 'application/json': { schema: output(problemSchema) } },
      },
    },
  };
}

/** OpenAPI 3.1 of every call, made from the contracts. */
export function openApi(endpoints: readonly Endpoint[]) {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return { openapi: '3.1.0', info: { title: 'Gerbang', version: '1' }, paths };
}

/** The page `/api/docs`; not mounted in production. */
export async function docs(app: FastifyInstance, endpoints: readonly Endpoint[]): Promise<void> {
  await app.register(swagger, { mode: 'static', specification: { document: openApi(endpoints) as never } });
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true });
}
