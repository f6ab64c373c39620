import { useMutation } from '@gerbang/web-kit/query-client';
import { toast, toastFailure } from '@gerbang/web-kit/toast';
import { requestCode } from './password-resets.api.ts';
import { forgotCopy as copy } from './password-resets.copy.ts';

/** Seconds between two requests: the server sends one code a minute. */
export const RESEND_AFTER = 60;

/** Asks for a code, with its toasts. */
export function useRequestCode(handlers: {
  onSent: (email: string) => void;
  onFailed: (error: unknown) => void;
}) {
  return useMutation({
    mutationFn: requestCode,
    onSuccess: (_, email) => {
      toast(copy.successTitle, copy.successText);
      handlers.onSent(email);
    },
    onError: (error) => {
      toastFailure(copy.failureTitle, copy.failureText);
      handlers.onFailed(error);
    },
  });
}
