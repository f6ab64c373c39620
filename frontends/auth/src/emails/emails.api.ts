import type { User } from '@gerbang/contracts/users';
import * as contract from '@gerbang/contracts/emails';
import { call } from '@gerbang/web-kit/api/client';
import { USER_KEY, useMutation, useQueryClient, useReadAgain } from '@gerbang/web-kit/api/query-client';

/** Proves an address with the token of a letter; whoever is logged in sees it at once. */
export function useVerifyEmail() {
  return useMutation({
    mutationFn: (token: string) => call(contract.verifyEmail, { body: { token } }),
    onSuccess: useReadAgain(USER_KEY),
  });
}

/** Asks for another address, which counts once its link is used; the password is not kept. */
export function useChangeEmail() {
  const client = useQueryClient();
  return useMutation({
    gcTime: 0,
    mutationFn: (body: { email: string; password: string }) => call(contract.changeEmail, { body }),
    onSuccess: (user) => client.setQueryData<User | null>(USER_KEY, user),
  });
}

/** Asks for the reset code by e-mail; the answer is always the same. */
export function useCodeByEmail() {
  return useMutation({
    mutationFn: (email: string) => call(contract.forgotPasswordByEmail, { body: { email } }),
  });
}
