import { useId, useState, type ChangeEvent, type FormEvent } from 'react';
// By the package's name: the shell shares these two with the remotes, and an error must be of one class everywhere.
import { issuesOf, messageOf } from '@gerbang/web-kit/api/client';
import { useForm, z } from './form.ts';

type Texts = Record<string, string>;

/** The messages of a refused call that belong to fields of this form. */
function fieldFailures<F extends string>(
  error: unknown,
  fields: readonly F[],
): readonly { readonly field: F; readonly message: string }[] {
  const issues = issuesOf(error);
  return fields.flatMap((field) => {
    const message = issues[field];
    return message === undefined ? [] : [{ field, message }];
  });
}

/** What react-hook-form asks of a resolver, for a form whose fields lie side by side; the first message of a field counts. */
function checked<F extends string>(
  schema: z.core.$ZodType<Record<F, string>, Record<F, string>>,
  texts: Texts,
) {
  const { success, data, error } = z.safeParse(schema, texts);
  if (success) return { values: data as Texts, errors: {} };
  const first = error.issues
    .toReversed()
    .map(({ code, message, path }) => [path[0], { type: code, message }] as const);
  return { values: {}, errors: Object.fromEntries(first) };
}

/**
 * A form of text fields: checked at submit, then at every change of a broken field. A failed submit keeps everything
 * typed, shows the server's messages at the fields it named, and the summary.
 */
export function useTextForm<F extends string>(
  schema: z.core.$ZodType<Record<F, string>, Record<F, string>>,
  values: Readonly<Record<F, string>>,
) {
  const prefix = useId();
  const [attempt, setAttempt] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<Texts, unknown, Texts>({
    resolver: (texts) => checked(schema, texts),
    defaultValues: values,
    shouldFocusError: false,
  });
  const { errors } = form.formState;
  const names = Object.keys(values) as F[];
  const idOf = (name: F) => `${prefix}-${name}`;

  const field = (name: F) => ({ ...form.register(name), id: idOf(name), error: errors[name]?.message });
  const frame = (name: F) => {
    const { id, error } = field(name);
    return { id, error };
  };
  const value = (name: F) => form.watch(name as string) ?? '';
  const set = (name: F, next: string) =>
    form.setValue(name as string, next, { shouldDirty: true, shouldValidate: Boolean(errors[name]) });

  const showErrors = (found: readonly { readonly field: F; readonly message: string }[]) => {
    for (const { field, message } of found) form.setError(field, { type: 'server', message });
    setAttempt((before) => before + 1);
  };

  return {
    /** Changes with every failed submit; the summary takes the focus again. */
    attempt,
    /** A message that belongs to no field. */
    problem,
    /** The errors in the order of the fields. */
    errors: names.flatMap((name) => {
      const message = errors[name]?.message;
      return message === undefined ? [] : [{ fieldId: idOf(name), message }];
    }),
    /** The props of a field of `ui`. */
    field,
    /** The present value of a field; the form is rendered again when it changes. */
    value,
    /** Puts a value into a field that depends on another one. */
    set,
    /** A field without a native input: its value and setter. */
    choice: (name: F) => ({
      ...frame(name),
      value: value(name),
      onChange: (next: string) => set(name, next),
    }),
    /** Radio buttons. */
    radio: (name: F) => ({
      ...frame(name),
      name,
      value: value(name),
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => set(name, target.value),
    }),
    /** An amount: digits in the form, a number in its field. */
    money: (name: F) => ({
      ...frame(name),
      value: value(name) === '' ? null : Number(value(name)),
      onChange: (amount: number | null) => set(name, amount === null ? '' : String(amount)),
    }),
    /** A tick: '1' in the form, or nothing. */
    tick: (name: F) => ({
      checked: value(name) !== '',
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => set(name, target.checked ? '1' : ''),
    }),
    /** Whether something differs from the initial values. */
    isDirty: form.formState.isDirty,
    reset: () => {
      form.reset(values);
      setProblem(null);
    },
    /** Id of a field, for links to it. */
    idOf,
    /** The react-hook-form object, for fields without a native input. */
    form,
    showErrors,
    /** Shows a refused call: at the fields it names, else above the button, with the time to wait. */
    fail: (error: unknown) => {
      const found = fieldFailures(error, names);
      if (found.length > 0) showErrors(found);
      else setProblem(messageOf(error));
    },
    /** The handler of the form; `send` gets checked values only. */
    onSubmit: (send: (values: Record<F, string>) => void) => (event: FormEvent<HTMLFormElement>) => {
      setProblem(null);
      void form.handleSubmit(
        (texts) => send(texts as Record<F, string>),
        () => setAttempt((before) => before + 1),
      )(event);
    },
  };
}
