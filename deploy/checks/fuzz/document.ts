import type { Method } from '@gerbang/contracts/endpoint';

/** As much of JSON Schema as the published description uses. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly contentEncoding?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly $ref?: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;
interface Reply {
  readonly $ref?: string;
  readonly content?: Content;
}

interface RawOperation {
  readonly operationId: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Reply>>;
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Reply>>;
  };
}

/** One call as the published description tells it. */
export interface Operation {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly open: boolean;
  readonly params: readonly Parameter[];
  readonly query: readonly Parameter[];
  readonly headers: readonly Parameter[];
  /** The JSON body's schema. */
  readonly body: Schema | undefined;
  /** Answers by status: the schema of each media type; an empty record = no body. */
  readonly responses: ReadonlyMap<number, Content>;
  readonly success: number;
}

/** The description that the running portal publishes. */
export async function readDocument(url: string): Promise<Document> {
  const answer = await fetch(`${url}/api/docs/json`);
  if (!answer.ok) throw new Error(`The portal publishes no description: ${answer.status}`);
  return (await answer.json()) as Document;
}

/** Every operation of a description, in its order. */
export function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => operation(document, path, method, raw)),
  );
}

function operation(document: Document, path: string, method: string, raw: RawOperation): Operation {
  const at = (place: Parameter['in']) => (raw.parameters ?? []).filter((one) => one.in === place);
  const responses = new Map(
    Object.entries(raw.responses).map(([status, reply]) => [Number(status), contentOf(document, reply)]),
  );
  const success = [...responses.keys()].find((status) => status < 300);
  if (success === undefined) throw new Error(`${raw.operationId} describes no success`);
  return {
    id: raw.operationId,
    method: method.toUpperCase() as Method,
    path,
    open: raw.security?.length === 0,
    params: at('path'),
    query: at('query'),
    headers: at('header'),
    body: raw.requestBody?.content['application/json']?.schema,
    responses,
    success,
  };
}

function contentOf(document: Document, reply: Reply): Content {
  const name = /^#\/components\/responses\/(?<name>.+)$/u.exec(reply.$ref ?? '')?.groups?.name;
  const found = name === undefined ? reply : document.components.responses[name];
  return Object.fromEntries(
    Object.entries(found?.content ?? {}).map(([type, { schema }]) => [
      type,
      { schema: resolve(document, schema) },
    ]),
  );
}

function resolve(document: Document, schema: Schema): Schema {
  const name = /^#\/components\/schemas\/(?<name>.+)$/u.exec(schema.$ref ?? '')?.groups?.name;
  return (name !== undefined && document.components.schemas[name]) || schema;
}

/** The path with its parameters filled in, each encoded. */
export function addressOf(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/gu, (_all, name: string) => encodeURIComponent(params[name] ?? ''));
}
