import type { Parent, ParentChange } from '@gerbang/contracts/parents';
import * as parents from '@gerbang/contracts/parents';
import { call } from '@gerbang/web-kit/api/client';
import { PROFILE_KEY as KEY } from '@gerbang/web-kit/family/family.api';
import { useMutation, useQueryClient, useReadAgain } from '@gerbang/web-kit/api/query-client';
import { seenVersion } from '@gerbang/web-kit/api/stale';

/** The changes of the profile; the dashboard, and what Dapodik still needs of it, are read again after each. */
export function useProfileChanges() {
  const client = useQueryClient();
  const readAgain = useReadAgain('dashboard', 'dapodik-data');
  const keep = (parent: Parent) => {
    client.setQueryData(KEY, parent);
    return readAgain();
  };
  return {
    save: useMutation({
      mutationFn: ({ version, body }: { version: number | null; body: ParentChange }) =>
        call(parents.updateParent, { body, headers: seenVersion(version) }),
      onSuccess: keep,
    }),
    sendCode: useMutation({
      /** With the password where the server asks for it. */
      mutationFn: (password: string | null) =>
        call(parents.sendContactCode, { body: password === null ? {} : { password } }),
    }),
    verify: useMutation({
      mutationFn: (otp: string) => call(parents.verifyContactCode, { body: { otp } }),
      onSuccess: keep,
    }),
  };
}

export type ProfileChanges = ReturnType<typeof useProfileChanges>;
