import {
  addPasskey,
  beginTotp,
  confirmTotp,
  listFactors,
  passkeyOptions,
  removeFactor,
  renewRecoveryCodes,
} from '@gerbang/contracts/factors';
import type { User } from '@gerbang/contracts/users';
import { call } from '@gerbang/web-kit/api/client';
import { createPasskey } from '@gerbang/web-kit/session/passkeys';
import { USER_KEY, useMutation, useQuery, useQueryClient } from '@gerbang/web-kit/api/query-client';

const KEY = ['factors'];

/** What the user's role asks for, and the factors that are set. */
export const useFactors = () =>
  useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(listFactors, { signal }),
    refetchOnMount: 'always',
  });

/** Makes a passkey on this device and adds it; null where the user cancelled in the browser's question. */
async function enrolPasskey(name: string) {
  const credential = await createPasskey(await call(passkeyOptions, {}));
  return credential && call(addPasskey, { body: { name, credential } });
}

/** Begins an app of codes; it counts after a right code. */
export const useTotpSetup = () => useMutation({ mutationFn: () => call(beginTotp, { body: {} }) });

/** Changes of one's own factors; each reads the list again, and a first one lifts the duty to set one. */
export function useFactorChanges() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: KEY });
  const lift = () =>
    client.setQueryData<User | null>(USER_KEY, (user) => {
      if (!user) return user;
      const { must_add_factor: _lifted, ...others } = user;
      return others;
    });
  return {
    addPasskey: useMutation({
      mutationFn: enrolPasskey,
      onSuccess: (added) => {
        if (added) lift();
      },
      onSettled,
    }),
    confirmTotp: useMutation({
      mutationFn: (otp: string) => call(confirmTotp, { body: { otp } }),
      onSuccess: lift,
      onSettled,
    }),
    remove: useMutation({ mutationFn: (id: string) => call(removeFactor, { params: { id } }), onSettled }),
    renewCodes: useMutation({ mutationFn: () => call(renewRecoveryCodes, {}), onSettled }),
  };
}

export type FactorChanges = ReturnType<typeof useFactorChanges>;
