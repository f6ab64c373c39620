import { PasswordField } from '@gerbang/ui/password-field';
import type { ComponentProps } from 'react';

type Typed = Omit<ComponentProps<typeof PasswordField>, 'label' | 'hint' | 'autoComplete'>;

/** A new password, and the same once more, as the form gives both fields. */
export function NewPasswordFields({
  fields: [first, again],
  labels: [label, againLabel],
  hint,
}: {
  fields: readonly [Typed, Typed];
  labels: readonly [string, string];
  hint: string;
}) {
  return (
    <>
      <PasswordField {...first} label={label} hint={hint} autoComplete="new-password" />
      <PasswordField {...again} label={againLabel} autoComplete="new-password" />
    </>
  );
}
