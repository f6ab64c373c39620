import { endpoints } from '@gerbang/contracts/all';
import type { Endpoint, Method } from '@gerbang/contracts/endpoint';
import { z } from 'zod';

/** As much of JSON Schema as the contracts use. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly contentEncoding?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  /** The first and the last day that a field takes. */
  readonly formatMinimum?: string;
  readonly formatMaximum?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** One call: its contract, the JSON schemas of its input, and the statuses that the portal publishes for it. */
export interface Operation {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly contract: Endpoint;
  /** Schemas of the path's parameters, the query and the JSON body. */
  readonly params: Schema;
  readonly query: Schema;
  readonly body: Schema | undefined;
  /** The contracts of the successful responses by status. */
  readonly successes: ReadonlyMap<number, z.ZodType>;
  /** Media types of a response that is a file. */
  readonly media: readonly string[] | undefined;
  readonly statuses: ReadonlySet<number>;
}

export const schemaOf = (contract: z.ZodType | undefined): Schema =>
  contract ? (z.toJSONSchema(contract, { io: 'input', unrepresentable: 'any' }) as Schema) : {};

interface Document {
  readonly paths: Record<string, Record<string, { readonly responses: Record<string, object> }>>;
}

/** The schema of a call's JSON body; undefined for a call that takes none, or only a raw file. */
export const bodySchemaOf = ({ body }: Endpoint) =>
  body && !(body instanceof z.ZodNever) ? schemaOf(body) : undefined;

/** Every call of the contracts; the running portal has to publish each of them. */
export async function readOperations(url: string): Promise<Operation[]> {
  const published = await fetch(`${url}/api/docs/json`);
  if (!published.ok) throw new Error(`The portal publishes no description: ${published.status}`);
  const { paths } = (await published.json()) as Document;
  return endpoints.map((contract: Endpoint) => {
    const { id, method, path, media } = contract;
    const found = paths[path]?.[method.toLowerCase()];
    if (!found) throw new Error(`The portal does not publish ${id}`);
    return {
      id,
      method,
      path,
      contract,
      params: schemaOf(contract.params),
      query: schemaOf(contract.query),
      body: bodySchemaOf(contract),
      successes: new Map(Object.entries(contract.response).map(([status, shape]) => [Number(status), shape])),
      media,
      statuses: new Set(Object.keys(found.responses).map(Number)),
    };
  });
}

/** Names of the parameters in a path. */
export const namesOf = (schema: Schema) => Object.keys(schema.properties ?? {});

/** The path with its parameters filled in, each encoded. */
export function addressOf(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/gu, (_all, name: string) => encodeURIComponent(params[name] ?? ''));
}
