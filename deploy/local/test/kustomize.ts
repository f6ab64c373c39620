import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { isRecord, mergeInto, patchJson, type Fields, readPath, writePath } from './manifest-patches.ts';

/** A Kubernetes object, as a manifest holds it. */
export interface Manifest extends Fields {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string> };
}

interface Selector {
  readonly kind?: string;
  readonly name?: string;
  readonly labelSelector?: string;
}
interface Part {
  readonly delimiter: string;
  readonly index: number;
}
interface Generator {
  readonly name: string;
  readonly behavior?: string;
  readonly literals?: string[];
  readonly files?: string[];
  readonly options?: { readonly labels?: Record<string, string> };
}
interface Kustomization {
  readonly namespace?: string;
  readonly resources?: string[];
  readonly components?: string[];
  readonly generatorOptions?: { readonly disableNameSuffixHash?: boolean };
  readonly configMapGenerator?: Generator[];
  readonly patches?: { readonly target: Selector; readonly patch: string }[];
  readonly images?: { readonly name: string; readonly newName?: string; readonly newTag?: string }[];
  readonly replacements?: {
    readonly source: Selector & { readonly fieldPath: string; readonly options: Part };
    readonly targets: {
      readonly select: Selector;
      readonly fieldPaths: string[];
      readonly options: Part;
    }[];
  }[];
}
interface Rendered {
  readonly manifest: Manifest;
  /** Its name gets a suffix made of its values. */
  readonly hashed: boolean;
}

const KNOWN = new Set([
  'apiVersion',
  'kind',
  'namespace',
  'resources',
  'components',
  'generatorOptions',
  'configMapGenerator',
  'patches',
  'images',
  'replacements',
]);

/**
 * What `kubectl kustomize` makes of a folder, for the part of kustomize that deploy/kubernetes uses; a test holds both
 * against each other. `changed` replaces the text of files (by path), such as a kustomization with another tag. Throws
 * for a field of a kustomization that is not of that part, and where a merge or a replacement finds nothing.
 */
export function renderKustomization(
  folder: string,
  changed: ReadonlyMap<string, string> = new Map(),
): Manifest[] {
  const read = (path: string) => changed.get(path) ?? readFileSync(path, 'utf8');
  return withHashes(accumulate(folder, [], read));
}

type Read = (path: string) => string;

function accumulate(folder: string, given: readonly Rendered[], read: Read): Rendered[] {
  const plan = parse(read(join(folder, 'kustomization.yaml'))) as Kustomization;
  const unknown = Object.keys(plan).filter((name) => !KNOWN.has(name));
  if (unknown.length > 0) throw new Error(`${folder}: this renderer does not know ${unknown.join(', ')}`);
  let all = [...given];
  for (const resource of plan.resources ?? []) all.push(...load(join(folder, resource), read));
  for (const component of plan.components ?? []) all = accumulate(join(folder, component), all, read);
  for (const generator of plan.configMapGenerator ?? [])
    all = generate(all, generator, { folder, plan, read });
  for (const { target, patch } of plan.patches ?? []) all = patched(all, target, patch);
  for (const { manifest } of all) {
    if (plan.namespace && manifest.kind !== 'Namespace') manifest.metadata.namespace = plan.namespace;
    for (const image of plan.images ?? []) renameImages(manifest, image);
  }
  for (const replacement of plan.replacements ?? []) replace(all, replacement);
  return all;
}

function load(path: string, read: Read): Rendered[] {
  if (statSync(path).isDirectory()) return accumulate(path, [], read);
  return parseAllDocuments(read(path)).map((document) => ({
    manifest: document.toJS() as Manifest,
    hashed: false,
  }));
}

function generate(
  all: readonly Rendered[],
  { name, behavior, literals = [], files = [], options }: Generator,
  { folder, plan, read }: { folder: string; plan: Kustomization; read: Read },
): Rendered[] {
  const data = Object.fromEntries([
    ...literals.map((literal) => [
      literal.slice(0, literal.indexOf('=')),
      literal.slice(literal.indexOf('=') + 1),
    ]),
    ...files.map((file) => {
      const [key, path] = file.includes('=') ? file.split('=') : [basename(file), file];
      return [key, read(join(folder, path ?? ''))];
    }),
  ]) as Record<string, string>;
  if (behavior === 'merge') {
    for (const { manifest } of selected(all, { kind: 'ConfigMap', name }))
      manifest.data = { ...(manifest.data as Fields), ...data };
    return [...all];
  }
  const metadata = { name, ...(options?.labels && { labels: options.labels }) };
  const manifest: Manifest = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data };
  return [...all, { manifest, hashed: !plan.generatorOptions?.disableNameSuffixHash }];
}

function patched(all: readonly Rendered[], target: Selector, text: string): Rendered[] {
  const patch = parse(text) as unknown;
  // As in kustomize, a patch without a target changes nothing: an overlay may hold those of a part that it leaves out.
  const wanted = new Set(matching(all, target));
  if (isRecord(patch) && patch.$patch === 'delete') return all.filter((one) => !wanted.has(one));
  for (const { manifest } of wanted) {
    if (Array.isArray(patch)) patchJson(manifest, patch);
    else if (isRecord(patch)) mergeInto(manifest, patch);
  }
  return [...all];
}

function selected(all: readonly Rendered[], target: Selector): Rendered[] {
  const found = matching(all, target);
  if (found.length === 0) throw new Error(`No manifest is ${JSON.stringify(target)}`);
  return found;
}

function matching(all: readonly Rendered[], { kind, name, labelSelector }: Selector): Rendered[] {
  const [label = '', value] = labelSelector?.split('=') ?? [];
  return all.filter(
    ({ manifest }) =>
      (!kind || manifest.kind === kind) &&
      (!name || manifest.metadata.name === name) &&
      (!labelSelector || manifest.metadata.labels?.[label] === value),
  );
}

function renameImages(
  value: unknown,
  image: { readonly name: string; readonly newName?: string; readonly newTag?: string },
): void {
  if (Array.isArray(value)) for (const one of value) renameImages(one, image);
  if (!isRecord(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'image' && typeof inner === 'string' && inner.split(':')[0] === image.name) {
      const [, tag = ''] = inner.split(':');
      value[key] = `${image.newName ?? image.name}:${image.newTag ?? tag}`;
    } else renameImages(inner, image);
  }
}

function replace(
  all: readonly Rendered[],
  { source, targets }: NonNullable<Kustomization['replacements']>[number],
): void {
  const [from] = selected(all, source);
  const value = String(from && readPath(from.manifest, source.fieldPath)).split(source.options.delimiter)[
    source.options.index
  ];
  if (value === undefined) throw new Error(`${source.fieldPath} has no part ${source.options.index}`);
  for (const { select, fieldPaths, options } of targets) {
    for (const { manifest } of selected(all, select)) {
      for (const path of fieldPaths) {
        const parts = String(readPath(manifest, path)).split(options.delimiter);
        parts[Math.min(options.index, parts.length)] = value;
        writePath(manifest, path, parts.join(options.delimiter));
      }
    }
  }
}

/** Names of generated ConfigMaps with a hash of their values, and every reference to them. */
function withHashes(all: readonly Rendered[]): Manifest[] {
  const names = new Map<string, string>();
  for (const { manifest, hashed } of all) {
    if (!hashed) continue;
    const hash = createHash('sha256').update(JSON.stringify(manifest.data)).digest('hex').slice(0, 10);
    names.set(manifest.metadata.name, `${manifest.metadata.name}-${hash}`);
    manifest.metadata.name += `-${hash}`;
  }
  for (const { manifest } of all) renameReferences(manifest, names);
  return all.map(({ manifest }) => manifest);
}

function renameReferences(value: unknown, names: ReadonlyMap<string, string>): void {
  if (Array.isArray(value)) for (const one of value) renameReferences(one, names);
  if (!isRecord(value)) return;
  const reference = value.configMapRef;
  if (isRecord(reference)) reference.name = names.get(String(reference.name)) ?? reference.name;
  for (const inner of Object.values(value)) renameReferences(inner, names);
}
