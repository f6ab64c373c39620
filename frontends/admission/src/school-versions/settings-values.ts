/** Reading and changing settings by a path such as `levels.0.fee`. */
type Branch = Readonly<Record<string, unknown>>;

function isBranch(value: unknown): value is Branch {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What stands at the path; undefined where nothing does. */
export function valueAt(whole: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? (value as Branch)[key] : undefined),
      whole,
    );
}

/** A copy that holds `value` at the path. */
export function withValue<T>(whole: T, path: string, value: unknown): T {
  const [key = '', ...rest] = path.split('.');
  const inner = rest.length === 0 ? value : withValue(valueAt(whole, key), rest.join('.'), value);
  if (Array.isArray(whole)) return whole.map((row: unknown, at) => (String(at) === key ? inner : row)) as T;
  return { ...whole, [key]: inner };
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Rows that carry a name of their own are compared by it, whatever their order. */
const nameOf = (row: unknown): unknown => (isBranch(row) ? (row.key ?? row.jenjang) : undefined);

function mergeRows(
  base: readonly unknown[],
  mine: readonly unknown[],
  theirs: readonly unknown[],
): unknown[] {
  const find = (rows: readonly unknown[], row: unknown) => rows.find((one) => nameOf(one) === nameOf(row));
  const kept = theirs.filter((row) => find(mine, row) !== undefined || find(base, row) === undefined);
  const merged = kept.map((row) => {
    const own = find(mine, row);
    return own === undefined ? row : mergeSettings(find(base, row), own, row);
  });
  const added = mine.filter((row) => find(kept, row) === undefined && find(base, row) === undefined);
  return [...merged, ...added];
}

/**
 * Joins what two people changed of one base: each of my changes is kept, everything that I left alone is theirs. Named rows
 * are joined one by one, any other list is one value.
 */
export function mergeSettings<T>(base: T | undefined, mine: T, theirs: T): T {
  if (same(base, mine)) return theirs;
  if (isBranch(mine) && isBranch(theirs)) {
    const keys = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])];
    return Object.fromEntries(
      keys.map((key) => [key, mergeSettings(valueAt(base, key), mine[key], theirs[key])]),
    ) as T;
  }
  if (Array.isArray(mine) && Array.isArray(theirs) && Array.isArray(base)) {
    const named = [...base, ...mine, ...theirs].every((row) => nameOf(row) !== undefined);
    if (named) return mergeRows(base, mine, theirs) as T;
  }
  return mine;
}
