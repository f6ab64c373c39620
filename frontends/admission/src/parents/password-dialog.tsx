import { Dialog } from '@gerbang/ui/dialog';
import { PasswordField } from '@gerbang/ui/password-field';
import { messageOf } from '@gerbang/web-kit/api/client';
import { FormActions } from '@gerbang/web-kit/forms/form-actions.tsx';
import { FormFrame } from '@gerbang/web-kit/forms/form-frame.tsx';
import { z } from '@gerbang/web-kit/forms/form';
import { useTextForm } from '@gerbang/web-kit/forms/text-form';
import { toastFailure } from '@gerbang/web-kit/page/toast';
import type { ProfileChanges } from './parents.api.ts';
import { passwordCopy as copy, verifyCopy } from './profile.copy.ts';

const schema = z.object({ password: z.string().check(z.minLength(1, copy.required)) });

/** Asks for the password before a code goes to a number that becomes a second one to log in with. */
export function PasswordDialog({
  sendCode,
  onSent,
  onClose,
}: {
  sendCode: ProfileChanges['sendCode'];
  onSent: (password: string, message: string) => void;
  onClose: () => void;
}) {
  const form = useTextForm(schema, { password: '' });
  const send = ({ password }: { password: string }) => {
    if (sendCode.isPending) return;
    sendCode.mutate(password, {
      onSuccess: ({ message }) => onSent(password, message),
      onError: (error) => {
        form.showErrors([{ field: 'password', message: messageOf(error) }]);
        toastFailure(verifyCopy.failedTitle, error);
      },
    });
  };

  return (
    <Dialog title={copy.title} dismissable={false} onClose={onClose}>
      <p>{copy.lead}</p>
      <FormFrame
        form={form}
        onSubmit={form.onSubmit(send)}
        actions={
          <FormActions
            label={copy.send}
            pending={sendCode.isPending}
            pendingLabel={copy.sending}
            onCancel={onClose}
          />
        }
      >
        <PasswordField {...form.field('password')} label={copy.password} autoComplete="current-password" />
      </FormFrame>
    </Dialog>
  );
}
