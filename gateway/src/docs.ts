import { successStatuses, takesNoBody, type Endpoint } from '@gerbang/contracts/endpoint';
import { problemSchema } from '@gerbang/contracts/problem';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
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

const JSON_TYPE = 'application/json';
const WORDS: Readonly<Record<number, string>> = {
  400: 'Tidak sesuai bentuknya',
  401: 'Belum masuk',
  403: 'Tidak boleh untuk peran ini, atau dari situs lain',
  404: 'Tidak ada, atau bukan milik pemanggil',
  408: 'Terlalu lama dikirim',
  409: 'Bertentangan dengan keadaan atau data lain',
  413: 'Terlalu besar',
  415: 'Jenis isi tidak didukung',
  422: 'Melanggar aturan',
  429: 'Terlalu banyak permintaan',
  503: 'Sebagian sistem belum siap',
  504: 'Layanan terlalu lama menjawab',
};

/** The error statuses that a call can return. */
function refusals(endpoint: Endpoint): number[] {
  const writes = endpoint.method !== 'GET';
  const closed = endpoint.access.kind !== 'public';
  const named = endpoint.params !== undefined || endpoint.body !== undefined;
  return [
    400,
    ...(closed || endpoint.refuses === 401 ? [401] : []),
    ...(writes || closed ? [403] : []),
    ...(named || closed ? [404] : []),
    ...(writes ? [408] : []),
    ...(named || writes ? [409] : []),
    ...(writes ? [413, 415, 422] : []),
    429,
    503,
    504,
  ];
}

function headersOf(endpoint: Endpoint): object[] {
  const header = (name: string, schema: object, required = false) => ({
    name,
    in: 'header',
    required,
    schema,
  });
  const isRequired = endpoint.idempotent === 'required';
  return [
    ...(endpoint.idempotent
      ? [header('Idempotency-Key', { type: 'string', pattern: '^[A-Za-z0-9_-]{8,100}$' }, isRequired)]
      : []),
    ...(endpoint.method !== 'GET' && endpoint.access.kind !== 'public'
      ? [header('If-Match', { type: 'string', pattern: '^"[0-9]{1,9}"$' })]
      : []),
  ];
}

function bodyOf(endpoint: Endpoint): object {
  if (!endpoint.body) return {};
  const raw = { schema: { type: 'string', format: 'binary' } };
  const content = {
    [JSON_TYPE]: { schema: input(endpoint.body) },
    ...(endpoint.uploads && { 'application/octet-stream': raw, 'multipart/form-data': raw }),
  };
  return { requestBody: { required: !takesNoBody(endpoint), content } };
}

/** A successful response: JSON, or the bytes of a file. */
function successOf(endpoint: Endpoint, status: number): object {
  if (status === 204) return {};
  const answer = endpoint.response[status];
  if (!endpoint.media) return answer ? { content: { [JSON_TYPE]: { schema: output(answer) } } } : {};
  const file = { schema: { type: 'string', format: 'binary' } };
  return { content: Object.fromEntries(endpoint.media.map((type) => [type, file])) };
}

function operation(endpoint: Endpoint): object {
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    tags: endpoint.tags,
    security: endpoint.access.kind === 'public' ? [] : [{ session: [] }],
    parameters: [...parametersOf(endpoint), ...headersOf(endpoint)],
    ...bodyOf(endpoint),
    responses: {
      ...Object.fromEntries(
        successStatuses(endpoint).map((status) => [
          status,
          {
            description: status === 202 ? 'Diterima, ada langkah berikutnya' : 'Berhasil',
            ...successOf(endpoint, status),
          },
        ]),
      ),
      ...Object.fromEntries(
        refusals(endpoint).map((code) => [code, { $ref: `#/components/responses/${code}` }]),
      ),
    },
  };
}

function components(): object {
  const schema = { $ref: '#/components/schemas/Problem' };
  const responses = Object.entries(WORDS).map(([status, description]) => [
    status,
    { description, content: { [JSON_TYPE]: { schema } } },
  ]);
  return {
    securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-sid' } },
    schemas: { Problem: output(problemSchema) },
    responses: Object.fromEntries(responses),
  };
}

/** OpenAPI 3.1 of every call, made from the contracts. */
export function openApi(endpoints: readonly Endpoint[]) {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Gerbang', version: '1' },
    paths,
    components: components(),
  };
}

async function docsApp(endpoints: readonly Endpoint[]): Promise<FastifyInstance> {
  const [swagger, swaggerUi] = await Promise.all([import('@fastify/swagger'), import('@fastify/swagger-ui')]);
  const app = Fastify();
  await app.register(swagger.default, {
    mode: 'static',
    specification: { document: openApi(endpoints) as never },
  });
  await app.register(swaggerUi.default, { routePrefix: '/api/docs', staticCSP: true });
  return app;
}

/**
 * The page `/api/docs`; not mounted in production. An app of its own serves it, made at the first request, because most
 * runs never need its 10 MB.
 */
export function docs(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  let made: Promise<FastifyInstance> | undefined;
  const handler = async ({ method, url }: FastifyRequest, reply: FastifyReply) => {
    made ??= docsApp(endpoints);
    const page = await (await made).inject({ method: method as 'GET', url });
    if (page.statusCode === 404) return reply.callNotFound();
    return reply.code(page.statusCode).headers(page.headers).send(page.rawPayload);
  };
  app.get('/api/docs', handler);
  app.get('/api/docs/*', handler);
}
