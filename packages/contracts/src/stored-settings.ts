import { type School, settingsSchema } from './school.ts';

type Fields = Record<PropertyKey, unknown>;

/**
 * Stored settings as this release knows them: keys that a newer one has added are left out, so that both may run side by
 * side and the older one again. Throws a ZodError for anything else that is wrong.
 */
export function knownSettings(stored: unknown): School {
  const { data, error } = settingsSchema.safeParse(stored);
  if (data) return data;
  const known = structuredClone(stored);
  for (const issue of error.issues) {
    if (issue.code !== 'unrecognized_keys') throw error;
    const place = issue.path.reduce<unknown>((value, key) => (value as Fields)[key], known) as Fields;
    for (const key of issue.keys) delete place[key];
  }
  return settingsSchema.parse(known);
}
