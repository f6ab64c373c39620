import type { z } from '../forms/form.ts';
import { useTextForm } from '../forms/text-form.ts';
import { type ChangeEvent, useState } from 'react';

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

  return {
    ...text,
    values,
    stored,
    /** The fields that differ from what is stored. */
    changed,
    isDirty: changed.length > 0,
    /** A field without a native input: its value and setter. */
    choice: (name: F) => {
      const { id, error } = text.field(name);
      return { id, error, value: values[name], onChange: (value: string) => text.set(name, value) };
    },
    /** Radio buttons. */
    radio: (name: F) => ({
      id: text.idOf(name),
      error: text.field(name).error,
      name,
      value: values[name],
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => text.set(name, target.value),
    }),
    /** An amount: digits in the form, a number in its field. */
    money: (name: F) => ({
      id: text.idOf(name),
      error: text.field(name).error,
      value: values[name] === '' ? null : Number(values[name]),
      onChange: (amount: number | null) => text.set(name, amount === null ? '' : String(amount)),
    }),
    /** Puts several values in at once. */
    fill: (some: Readonly<Partial<Record<F, string>>>) => {
      for (const name of names) {
        const value = some[name];
        if (value !== undefined) text.set(name, value);
      }
    },
    /** Takes a newer state of the server; the fields of `keep` keep what was typed. */
    rebase: (next: Readonly<Record<F, string>>, keep: readonly F[]) => {
      const mine = Object.fromEntries(keep.map((name) => [name, values[name]]));
      setStored(next);
      text.form.reset({ ...next, ...mine });
    },
  };
}

export type FamilyForm<F extends string> = ReturnType<typeof useFamilyForm<F>>;
