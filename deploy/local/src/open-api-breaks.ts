import { isDeepStrictEqual } from 'node:util';

/** The part of JSON Schema that the contracts' schemas are written in. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly format?: string;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly [limit: string]: unknown;
}
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}
interface Operation {
  readonly security?: readonly object[];
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly required?: boolean;
    readonly schema?: Schema;
  }[];
  readonly requestBody?: Content & { readonly required?: boolean };
  readonly responses?: Readonly<Record<string, Content>>;
}
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** What a caller sends has to be taken; what a caller receives has to be what it was written for. */
type Side = 'request' | 'response';

const UPPER = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems', 'formatMaximum'] as const;
const LOWER = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'formatMinimum'] as const;

const KINDS = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

/** The JSON types that a schema allows; an integer is a number too. */
function typesOf({ type = KINDS }: Schema): readonly string[] {
  const types = typeof type === 'string' ? [type] : type;
  return types.includes('number') ? [...types, 'integer'] : types;
}
const variantsOf = (schema: Schema) => schema.anyOf ?? schema.oneOf ?? [schema];
const valuesOf = (schema: Schema) => ('const' in schema ? [schema.const] : schema.enum);

/** Values or limits of a request's field that were taken and are not any more. */
function narrowed(given: Schema, taken: Schema, where: string): string[] {
  const [sent, known] = [valuesOf(given), valuesOf(taken)];
  const lost = known && (sent?.filter((value) => !known.includes(value)) ?? ['other values']);
  const isTighter = (name: string, sign: 1 | -1) => {
    const [before, now] = [given[name], taken[name]] as (number | string | undefined)[];
    if (now === undefined || (sign === -1 && now === 0)) return false;
    return before === undefined || (sign === 1 ? now < before : now > before);
  };
  const limits = [
    ...UPPER.filter((name) => isTighter(name, 1)),
    ...LOWER.filter((name) => isTighter(name, -1)),
    ...(['pattern', 'format'] as const).filter(
      (name) => taken[name] !== undefined && taken[name] !== given[name],
    ),
  ];
  return [
    ...(lost?.length ? [`${where}: no longer takes ${lost.join(', ')}`] : []),
    ...limits.map((name) => `${where}: ${name} is narrower`),
  ];
}

function fieldMisfits(given: Schema, taken: Schema, side: Side, where: string): string[] {
  const [sent, known] = [given.properties ?? {}, taken.properties ?? {}];
  const isOpen = side === 'response' || taken.additionalProperties !== false;
  const names = [...new Set([...Object.keys(sent), ...Object.keys(known)])];
  return names.flatMap((name) => {
    const at = `${where}.${name}`;
    const [from, to] = [sent[name], known[name]];
    if (!to) return isOpen ? [] : [`${at}: is no longer taken`];
    const isMissing = taken.required?.includes(name) && !given.required?.includes(name);
    if (!from && side === 'response') return [`${at}: is gone`];
    const missing = side === 'request' ? `${at}: is now required` : `${at}: may now be missing`;
    return [...(isMissing ? [missing] : []), ...(from ? misfits(from, to, side, at) : [])];
  });
}

/** What of the values that one schema describes another does not allow. */
function misfits(given: Schema, taken: Schema, side: Side, where: string): string[] {
  if (isDeepStrictEqual(given, taken)) return [];
  const [sent, known] = [variantsOf(given), variantsOf(taken)];
  if (sent.length > 1 || known.length > 1) {
    return sent.flatMap((one, at) => {
      const found = known.map((other) => misfits(one, other, side, where));
      return found.some((each) => each.length === 0) ? [] : (found[at] ?? found[0] ?? []);
    });
  }
  if (given.$ref !== taken.$ref) return [`${where}: is now another schema`];
  const [from, to] = [typesOf(given), typesOf(taken)];
  if (!from.every((type) => to.includes(type))) {
    const [before, now] = side === 'request' ? [from, to] : [to, from];
    return [`${where}: was ${before.join(' or ')}, is ${now.join(' or ')}`];
  }
  const [each, other] = [given.additionalProperties, taken.additionalProperties];
  const isClosed = side === 'request' && other === false && each !== false && from.includes('object');
  return [
    ...(side === 'request' ? narrowed(given, taken, where) : []),
    ...(isClosed ? [`${where}: takes no other fields any more`] : []),
    ...fieldMisfits(given, taken, side, where),
    ...(typeof each === 'object' && typeof other === 'object'
      ? misfits(each, other, side, `${where}.*`)
      : []),
    ...(given.items && taken.items ? misfits(given.items, taken.items, side, `${where}[]`) : []),
    ...(given.prefixItems ?? []).flatMap((item, at) => {
      const match = taken.prefixItems?.[at];
      return match ? misfits(item, match, side, `${where}[${at}]`) : [];
    }),
  ];
}

function contentBreaks(before: Content, after: Content | undefined, side: Side, where: string): string[] {
  return Object.entries(before.content ?? {}).flatMap(([type, { schema: old = {} }]) => {
    const now = after?.content?.[type]?.schema;
    if (!now) return [`${where}: ${type} is gone`];
    return side === 'request' ? misfits(old, now, side, where) : misfits(now, old, side, where);
  });
}

function operationBreaks(before: Operation, after: Operation): string[] {
  const nameOf = (one: { in: string; name: string }) => `${one.in} ${one.name}`;
  const old = new Map((before.parameters ?? []).map((one) => [nameOf(one), one]));
  const now = new Map((after.parameters ?? []).map((one) => [nameOf(one), one]));
  const parameters = [...new Set([...old.keys(), ...now.keys()])].flatMap((name) => {
    const [from, to] = [old.get(name), now.get(name)];
    if (!to) return [`${name}: is gone`];
    const isNew = to.required && !from?.required ? [`${name}: is now required`] : [];
    return [...isNew, ...(from ? misfits(from.schema ?? {}, to.schema ?? {}, 'request', name) : [])];
  });
  const isClosed = before.security?.length === 0 && after.security?.length !== 0;
  const needsBody = after.requestBody?.required && !before.requestBody?.required;
  const isSuccess = ([status]: [string, Content]) => status.startsWith('2');
  return [
    ...(isClosed ? ['now needs a session'] : []),
    ...parameters,
    ...(needsBody ? ['body: is now required'] : []),
    ...(before.requestBody ? contentBreaks(before.requestBody, after.requestBody, 'request', 'body') : []),
    ...Object.entries(before.responses ?? {})
      .filter(isSuccess)
      .flatMap(([status, response]) =>
        after.responses?.[status]
          ? contentBreaks(response, after.responses[status], 'response', status)
          : [`${status}: is gone`],
      ),
  ];
}

/** What a program written for the first document would trip over in the second, a line each. */
export function breaksBetween(before: OpenApi, after: OpenApi): string[] {
  const calls = Object.entries(before.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const now = after.paths[path]?.[method];
      return now ? operationBreaks(operation, now).map((line) => `${name} ${line}`) : [`${name}: is gone`];
    }),
  );
  const shared = Object.entries(before.components.schemas).flatMap(([name, old]) =>
    misfits(after.components.schemas[name] ?? {}, old, 'response', name),
  );
  return [...calls, ...shared];
}
