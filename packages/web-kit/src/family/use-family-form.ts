import type { z } from '../forms/form.ts';
import { useTextForm } from '../forms/text-form.ts';
import { useState } from 'react';

/** A form that knows the stored record, the fields that differ from it, and how to take in a newer state. */
export function useFamilyForm<F extends string>(
  schema: z.core.$ZodType<Record<F, string>, Record<F, string>>,
  initial: Readonly<Record<F, string>>,
) {
  const text = useTextForm(schema, initial);
  const [stored, setStored] = useState(initial);
  const names = Object.keys(initial) as F[];
  const typed = text.form.watch();
  const values = Object.fromEntries(names.map((name) => [name, typed[name] ?? ''])) as Record<F, string>;
  const changed = names.filter((name) => values[name] !== stored[name]);

  const rebase = (next: Readonly<Record<F, string>>, keep: readonly F[]) => {
    const mine = Object.fromEntries(keep.map((name) => [name, text.form.getValues(name)]));
    setStored(next);
    text.form.reset({ ...next, ...mine });
  };

  return {
    ...text,
    values,
    stored,
    /** The fields that differ from what is stored. */
    changed,
    isDirty: changed.length > 0,
    /** Puts several values in at once. */
    fill: (some: Readonly<Partial<Record<F, string>>>) => {
      for (const name of names) {
        const value = some[name];
        if (value !== undefined) text.set(name, value);
      }
    },
    /** Takes a newer state of the server; the fields of `keep` keep what was typed. */
    rebase,
    /** Takes what the server made of this form as it was sent; what was typed meanwhile stays. */
    saved: (next: Readonly<Record<F, string>>) =>
      rebase(
        next,
        names.filter((name) => text.form.getValues(name) !== values[name]),
      ),
  };
}

export type FamilyForm<F extends string> = ReturnType<typeof useFamilyForm<F>>;
