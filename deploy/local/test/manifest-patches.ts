/** Any part of a manifest that has fields. */
export type Fields = Record<string, unknown>;

export const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A strategic merge as `kubectl` does it: lists of named things are merged by name, others replaced, null removes. */
export function mergeInto(target: Fields, patch: Fields): void {
  for (const [key, wanted] of Object.entries(patch)) {
    const present = target[key];
    if (wanted === null) delete target[key];
    else if (isRecord(present) && isRecord(wanted)) mergeInto(present, wanted);
    else if (named(present) && named(wanted)) mergeByName(present, wanted);
    else target[key] = isRecord(wanted) ? withoutNull(wanted) : wanted;
  }
}

/** Those of the patch come first, as kubectl orders them. */
function mergeByName(present: Fields[], wanted: readonly Fields[]): void {
  const merged = wanted.map((one) => {
    const same = present.find(({ name }) => name === one.name) ?? {};
    mergeInto(same, one);
    return same;
  });
  present.splice(0, present.length, ...merged, ...present.filter((one) => !merged.includes(one)));
}

function withoutNull(value: Fields): Fields {
  const copy: Fields = {};
  mergeInto(copy, value);
  return copy;
}

function named(value: unknown): value is Fields[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => isRecord(one) && 'name' in one);
}

interface Operation {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: string;
  readonly value?: unknown;
}

/** A JSON patch (RFC 6902) of adding, replacing and removing. Throws where the place is not there. */
export function patchJson(target: Fields, operations: readonly unknown[]): void {
  for (const { op, path, value } of operations as readonly Operation[]) {
    const keys = path
      .split('/')
      .slice(1)
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = keys.pop() ?? '';
    const holder = keys.reduce<unknown>((place, key) => at(place, key), target);
    if (Array.isArray(holder) && last === '-') holder.push(structuredClone(value));
    else if (Array.isArray(holder)) holder[Number(last)] = structuredClone(value);
    else if (!isRecord(holder) || (op !== 'add' && !(last in holder)))
      throw new Error(`${path} is not there`);
    else if (op === 'remove') delete holder[last];
    else holder[last] = structuredClone(value);
  }
}

function at(place: unknown, key: string): unknown {
  return Array.isArray(place) ? place[Number(key)] : isRecord(place) ? place[key] : undefined;
}

/** The value at a path such as `spec.containers.0.image`; undefined where it is not there. */
export function readPath(target: Fields, path: string): unknown {
  return path.split('.').reduce<unknown>((place, key) => at(place, key), target);
}

/** Sets a field at a path whose holder is there. */
export function writePath(target: Fields, path: string, value: unknown): void {
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const holder = keys.reduce<unknown>((place, key) => at(place, key), target);
  if (!isRecord(holder)) throw new Error(`${path} is not there`);
  holder[last] = value;
}
