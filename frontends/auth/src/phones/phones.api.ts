import type { User } from '@gerbang/contracts/users';
import { changePhone, sendPhoneCode, verifyPhone } from '@gerbang/contracts/phones';
import { call } from '@gerbang/web-kit/api/client';
import { USER_KEY, useMutation, useQueryClient } from '@gerbang/web-kit/api/query-client';

/** The calls that prove or change the user's number; the header and the dashboard follow. */
export function usePhoneChanges() {
  const client = useQueryClient();
  return {
    sendCode: useMutation({ mutationFn: () => call(sendPhoneCode, {}) }),
    // The password is not kept.
    change: useMutation({
      gcTime: 0,
      mutationFn: (body: { phone: string; password: string }) => call(changePhone, { body }),
      onSuccess: (user) => client.setQueryData<User | null>(USER_KEY, user),
    }),
    verify: useMutation({
      mutationFn: (otp: string) => call(verifyPhone, { body: { otp } }),
      onSuccess: (user) => {
        client.setQueryData<User | null>(USER_KEY, user);
        return client.invalidateQueries({ queryKey: ['dashboard'] });
      },
    }),
  };
}
