import type { z } from 'zod';

type Text<T> = T extends Date ? string : T;

/**
 * The fields of a record that the contract's schema names, moments as ISO texts. Nothing else of the record gets out;
 * fields that are sealed, renamed or put together are written over the result.
 */
export function shown<S extends z.ZodObject, R extends object>(
  { shape }: S,
  record: R,
): { [K in keyof R & keyof S['shape']]: Text<R[K]> } {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record)) {
    if (name in shape) fields[name] = value instanceof Date ? value.toISOString() : value;
  }
  return fields as { [K in keyof R & keyof S['shape']]: Text<R[K]> };
}
