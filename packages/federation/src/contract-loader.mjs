import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { folderOf } from './base.mjs';

const isEndpoint = (value) => typeof value?.method === 'string' && 'access' in value;

/** The values of a choice, also of one that may be left out; undefined for any other input. */
function choiceOf(schema) {
  const { type, innerType, entries } = schema?.def ?? {};
  if (type === 'optional') return choiceOf(innerType);
  return type === 'enum' ? Object.values(entries) : undefined;
}

/** Method, path, and of a list its orders and the values of its filters. */
function descriptorOf({ method, path, query }) {
  const { sort, ...others } = query?.shape ?? {};
  const sorts = choiceOf(sort);
  if (!sorts) return { method, path };
  const choices = Object.entries(others).map(([name, schema]) => [name, choiceOf(schema)]);
  return { method, path, sorts, filters: Object.fromEntries(choices.filter(([, values]) => values)) };
}

/**
 * webpack loader for the files of packages/contracts: of a file that declares endpoints the browser gets descriptors
 * instead, without schemas, so that a page names a call by its endpoint and zod stays on the servers.
 */
async function describe(source) {
  const file = this.resourcePath;
  // Choices come from the domain: a change there makes a kept result old.
  this.addContextDependency(dirname(file));
  this.addContextDependency(folderOf(import.meta.resolve('@gerbang/domain/roles')));
  const contract = await import(`${pathToFileURL(file).href}?${statSync(file).mtimeMs}`);
  const endpoints = Object.entries(contract).filter(([, value]) => isEndpoint(value));
  if (endpoints.length === 0) return source;
  return endpoints
    .map(([name, endpoint]) => `export const ${name} = ${JSON.stringify(descriptorOf(endpoint))};`)
    .join('\n');
}

export default describe;
