import { Button } from '@gerbang/ui/button';
import { Row } from '@gerbang/ui/layout';
import { PasswordField } from '@gerbang/ui/password-field';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import type { ComponentProps, FormEvent, ReactNode } from 'react';

/** Another number or address to log in with, which counts once it is proved: its field, and the password. */
export function ChangeForm({
  form,
  texts,
  isPending,
  onSubmit,
  onCancel,
  children,
}: {
  form: ComponentProps<typeof FormFrame>['form'] & {
    readonly field: (name: 'password') => Omit<ComponentProps<typeof PasswordField>, 'label'>;
  };
  texts: Readonly<Record<'password' | 'submit' | 'pending' | 'cancel', string>>;
  isPending: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Null where nothing is there to go back to. */
  onCancel: (() => void) | null;
  children: ReactNode;
}) {
  return (
    <FormFrame
      form={form}
      onSubmit={onSubmit}
      actions={
        <Row $gap={12}>
          <Button type="submit" pending={isPending} pendingLabel={texts.pending}>
            {texts.submit}
          </Button>
          {onCancel ? (
            <Button variant="secondary" onClick={onCancel}>
              {texts.cancel}
            </Button>
          ) : null}
        </Row>
      }
    >
      {children}
      <PasswordField {...form.field('password')} label={texts.password} autoComplete="current-password" />
    </FormFrame>
  );
}
