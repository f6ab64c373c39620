import { successStatuses, takesNoBody, type Endpoint } from '@gerbang/contracts/endpoint';
import { problemSchema } from '@gerbang/contracts/problem';
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiParameters,
  type ZodOpenApiRequestBodyObject,
  type ZodOpenApiResponseObject,
} from 'zod-openapi';

const JSON_TYPE = 'application/json';
const FILE = { schema: { type: 'string', format: 'binary' } } as const;
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
const FORMATS = new Set<unknown>(['uuid', 'date', 'date-time']);
const KEY = z.string().regex(/^[A-Za-z0-9_-]{8,100}$/u);

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

function parametersOf({ params, query, idempotent, method, access }: Endpoint): ZodOpenApiParameters {
  const header = z.object({
    ...(idempotent && { 'Idempotency-Key': idempotent === 'required' ? KEY : KEY.optional() }),
    ...(method !== 'GET' &&
      access.kind !== 'public' && {
        'If-Match': z
          .string()
          .regex(/^"[0-9]{1,9}"$/u)
          .optional(),
      }),
  });
  return { ...(params && { path: params }), ...(query && { query }), header };
}

function bodyOf(endpoint: Endpoint): ZodOpenApiRequestBodyObject | undefined {
  if (!endpoint.body) return undefined;
  const files = { 'application/octet-stream': FILE, 'multipart/form-data': FILE };
  return {
    required: !takesNoBody(endpoint),
    content: { [JSON_TYPE]: { schema: endpoint.body }, ...(endpoint.uploads && files) },
  };
}

/** A successful response: JSON, or the bytes of a file. */
function successOf(endpoint: Endpoint, status: number): ZodOpenApiResponseObject {
  const description = status === 202 ? 'Diterima, ada langkah berikutnya' : 'Berhasil';
  const schema = endpoint.response[status];
  if (status === 204 || (!endpoint.media && !schema)) return { description };
  const content = endpoint.media
    ? Object.fromEntries(endpoint.media.map((type) => [type, FILE]))
    : { [JSON_TYPE]: { schema } };
  return { description, content };
}

function operation(endpoint: Endpoint): ZodOpenApiOperationObject {
  const requestBody = bodyOf(endpoint);
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    tags: [...endpoint.tags],
    security: endpoint.access.kind === 'public' ? [] : [{ session: [] }],
    requestParams: parametersOf(endpoint),
    ...(requestBody && { requestBody }),
    responses: Object.fromEntries<ZodOpenApiResponseObject>([
      ...successStatuses(endpoint).map((status) => [String(status), successOf(endpoint, status)] as const),
      ...refusals(endpoint).map((code) => [String(code), refusal(code)] as const),
    ]),
  };
}

const refusal = (code: number): ZodOpenApiResponseObject =>
  ({ $ref: `#/components/responses/${code}` }) as never;

/** OpenAPI 3.1 of every call, made from the contracts. */
export function openApi(endpoints: readonly Endpoint[]) {
  const paths: NonNullable<ZodOpenApiObject['paths']> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  const problem = { [JSON_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } } };
  const responses = Object.entries(WORDS).map(([status, description]) => [
    status,
    { description, content: problem },
  ]);
  return createDocument(
    {
      openapi: '3.1.0',
      info: { title: 'Gerbang', version: '1' },
      paths,
      components: {
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-sid' } },
        schemas: { Problem: problemSchema },
        responses: Object.fromEntries(responses),
      },
    },
    {
      // JSON Schema cannot say what a function of ours makes of a value: there it allows any.
      allowEmptySchema: { pipe: true, transform: true, custom: true },
      override: ({ jsonSchema }) => {
        // The format says it already; its pattern would be half of the document.
        if (FORMATS.has(jsonSchema.format)) delete jsonSchema.pattern;
      },
    },
  );
}
