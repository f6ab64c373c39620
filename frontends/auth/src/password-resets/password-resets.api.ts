import * as resets from '@gerbang/contracts/password-resets';
import { call } from '@gerbang/web-kit/api/client';
import { useMutation } from '@gerbang/web-kit/api/query-client';
import { sayDone, toastFailure } from '@gerbang/web-kit/page/toast';
import { forgotCopy as copy } from './password-resets.copy.ts';

/** An account as it was typed: by its e-mail, or by its number, which one without an e-mail logs in by. */
const named = (typed: string) => (typed.includes('@') ? { email: typed } : { identifier: typed });

/** Asks for a reset code; returns whether it can go by e-mail as well. A response without `success` counts as a failure. */
async function requestCode(email: string): Promise<boolean> {
  const result = await call(resets.forgotPassword, { body: named(email) });
  if (!result.success) throw new Error(result.message || copy.refused);
  return result.by_email ?? false;
}

/** Asks whether the code is right; it stays usable. */
export function verifyCode({ email, otp }: { email: string; otp: string }) {
  return call(resets.verifyResetToken, { body: { ...named(email), otp } });
}

/** Sets the new password with the code. */
export function resetPassword({ email, ...proof }: { email: string; otp: string; newPassword: string }) {
  return call(resets.resetPassword, { body: { ...named(email), ...proof } });
}

/** Seconds between two requests: the server sends one code a minute. */
export const RESEND_AFTER = 60;

/** Asks for a code, with its toasts. */
export function useRequestCode(handlers: {
  onSent: (email: string, byEmail: boolean) => void;
  onFailed: (error: unknown) => void;
}) {
  return useMutation({
    mutationFn: requestCode,
    onSuccess: (byEmail, email) => {
      sayDone(copy.successTitle, copy.successText);
      handlers.onSent(email, byEmail);
    },
    onError: (error) => {
      toastFailure(copy.failureTitle, copy.failureText);
      handlers.onFailed(error);
    },
  });
}
