import * as accounts from '@gerbang/contracts/accounts';
import { call } from '@gerbang/web-kit/client';
import { forgotCopy } from './password-resets.copy.ts';

/** Asks for a reset code. A response without `success` counts as a failure. */
export async function requestCode(email: string): Promise<void> {
  const result = await call(accounts.forgotPassword, {
    body: { email },
  });
  if (!result.success) throw new Error(result.message || forgotCopy.refused);
}

/** Asks whether the code is right; it stays usable. */
export function verifyCode(body: { email: string; otp: string }) {
  return call(accounts.verifyResetToken, { body });
}

/** Sets the new password with the code. */
export function resetPassword(body: { email: string; otp: string; newPassword: string }) {
  return call(accounts.resetPassword, { body });
}
