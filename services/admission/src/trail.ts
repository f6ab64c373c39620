import { DATA_CLASSES } from './data-classes.ts';

const valueOf = (fields: object, name: string): unknown =>
  (fields as Readonly<Record<string, unknown>>)[name] ?? null;

/**
 * What a row of the trail says of changed fields: all of them by name; before and after too, but of those that are
 * sealed or a parent's own data. A test fails for a column without a class.
 */
export function changesOf(
  table: keyof typeof DATA_CLASSES,
  before: object,
  change: object,
): Readonly<Record<string, unknown>> {
  const { sealed = [], personal = [] } = DATA_CLASSES[table] ?? {};
  const fields = Object.keys(change);
  const shown = fields.filter((field) => !sealed.includes(field) && !personal.includes(field));
  return {
    fields,
    ...Object.fromEntries(
      shown.map((field) => [field, { from: valueOf(before, field), to: valueOf(change, field) }]),
    ),
  };
}

/** The sent fields whose value is new. */
export function differing<Change extends object>(change: Change, present: object): Change {
  return Object.fromEntries(
    Object.entries(change).filter(
      ([field, value]) =>
        value !== undefined && value !== (present as Readonly<Record<string, unknown>>)[field],
    ),
  ) as Change;
}
