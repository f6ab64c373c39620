import { Button } from '@gerbang/ui/button';
import { PasswordField } from '@gerbang/ui/password-field';
import { TextField } from '@gerbang/ui/text-field';
import { useMutation } from '@gerbang/web-kit/query-client';
import { toast } from '@gerbang/web-kit/toast';
import { z } from '@gerbang/web-kit/form';
import { FormFrame } from '@gerbang/web-kit/components/form-frame';
import { useTextForm } from '@gerbang/web-kit/text-form';
import { passwordRule, sameAs } from '../forms/rules.ts';
import { sending } from '../forms/sending.ts';
import { resetPassword } from './password-resets.api.ts';
import { resetCopy as copy } from './password-resets.copy.ts';

/** The confirmation stays in the browser. */
const newPasswordSchema = z
  .object({ newPassword: passwordRule(8, 'Kata sandi minimal 8 karakter'), confirmPassword: z.string() })
  .check(sameAs('newPassword', 'confirmPassword', 'Konfirmasi password tidak cocok'));

const EMPTY = { newPassword: '', confirmPassword: '' };

/** The server's refusal of a dead code; its sentence is shown beside the toast's fixed one. */
class ResetRefused extends Error {}

async function reset(body: Parameters<typeof resetPassword>[0]): Promise<void> {
  const result = await resetPassword(body);
  if (!result.success) throw new ResetRefused(result.message);
}

/** Step 2: the new password for the verified e-mail. */
export function NewPasswordStep({
  verified,
  onDone,
  onBack,
}: {
  verified: { email: string; otp: string };
  onDone: () => void;
  onBack: () => void;
}) {
  const form = useTextForm(newPasswordSchema, EMPTY);
  const change = useMutation({ mutationFn: reset });
  const send = sending(form, change, {
    done: () => {
      toast(copy.successToast, copy.successToastText);
      onDone();
    },
    failure: copy.failureTitle,
    failureText: copy.failureText,
  });

  return (
    <FormFrame
      form={form}
      onSubmit={form.onSubmit(({ newPassword }) => send({ ...verified, newPassword }))}
      actions={
        <>
          <Button type="submit" block pending={change.isPending} pendingLabel={copy.submitPending}>
            {copy.submit}
          </Button>
          <Button variant="secondary" block onClick={onBack}>
            {copy.back}
          </Button>
        </>
      }
    >
      <TextField
        label={copy.verifiedEmail}
        name="username"
        type="email"
        autoComplete="username"
        value={verified.email}
        readOnly
      />
      <PasswordField
        {...form.field('newPassword')}
        label={copy.newPassword}
        hint={copy.newPasswordHint}
        autoComplete="new-password"
      />
      <PasswordField
        {...form.field('confirmPassword')}
        label={copy.confirmPassword}
        autoComplete="new-password"
      />
    </FormFrame>
  );
}
