import * as calls from '@gerbang/contracts/counter';
import { COUNTER_TOKEN_HEADER } from '@gerbang/domain/counter';
import type { ChildChange, ChildCreation } from '@gerbang/contracts/children';
import type { ParentChange } from '@gerbang/contracts/parents';
import type { RegistrationCreation } from '@gerbang/contracts/registrations';
import { call, callPage } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useQueryClient, useReadAgain } from '@gerbang/web-kit/api/query-client';
import { seenVersion } from '@gerbang/web-kit/api/stale';
import { KEY as familiesKey } from '../families/families.api.ts';

/** A family that is open at this counter, with its token. */
export interface Opened {
  readonly token: string;
  readonly expires_at: string;
  readonly family: calls.CounterCard;
}

/** The family to be opened: one that was found, or one that has the number of a new one. */
export type Wanted = Pick<calls.FoundFamily, 'user_id' | 'name'> & { readonly hasChildren: boolean };

const FAMILIES = [familiesKey];
const UNCHECKED = ['counter', 'unchecked'] as const;
const SECTIONS = ['checked-sections'] as const;

/** Looks for families; run when it is asked for, because each search counts. */
export const useFindFamilies = () =>
  useMutation({
    mutationFn: ({ q, token }: { q: string; token: string | undefined }) =>
      call(calls.findCounterFamilies, {
        query: { q },
        ...(token !== undefined && { headers: { [COUNTER_TOKEN_HEADER]: token } }),
      }),
  });

export type Proof = Parameters<typeof call<typeof calls.openCounterFamily>>[1]['body'];

export const useOpenFamily = () =>
  useMutation({
    mutationFn: ({ userId, body }: { userId: string; body: Proof }): Promise<Opened> =>
      call(calls.openCounterFamily, { params: { userId }, body }),
  });

export const useMakeFamily = () =>
  useMutation({
    mutationFn: ({ key, body }: { key: string; body: { name: string; phone: string; email: string } }) =>
      call(calls.makeCounterFamily, { body, headers: { 'idempotency-key': key } }),
  });

export const useInvite = () =>
  useMutation({ mutationFn: (userId: string) => call(calls.inviteCounterFamily, { params: { userId } }) });

/** The changes of an opened family. */
export function useCounterChanges({ token, family }: Opened) {
  /** What others show of the family is read again. */
  const onSuccess = useReadAgain(UNCHECKED, FAMILIES);
  const params = { userId: family.user_id };
  const opened = { [COUNTER_TOKEN_HEADER]: token };
  const once = (key: string) => ({ ...opened, 'idempotency-key': key });
  return {
    refresh: onSuccess,
    profile: useMutation({
      mutationFn: (body: ParentChange) =>
        call(calls.putCounterProfile, {
          params,
          body,
          headers: { ...opened, ...seenVersion(family.profile.version) },
        }),
      onSuccess,
    }),
    addChild: useMutation({
      mutationFn: ({ key, body }: { key: string; body: ChildCreation }) =>
        call(calls.addCounterChild, { params, body, headers: once(key) }),
      onSuccess,
    }),
    putChild: useMutation({
      mutationFn: ({ id, version, body }: { id: string; version: number; body: ChildChange }) =>
        call(calls.putCounterChild, {
          params: { id },
          body,
          headers: { ...opened, ...seenVersion(version) },
        }),
      onSuccess,
    }),
    register: useMutation({
      mutationFn: ({ key, body }: { key: string; body: RegistrationCreation }) =>
        call(calls.addCounterRegistration, { params, body, headers: once(key) }),
      onSuccess,
    }),
  };
}

/** What each step works with. */
export interface StepProps {
  readonly family: calls.CounterCard;
  readonly changes: ReturnType<typeof useCounterChanges>;
  /** The family as it is after a step was saved. */
  readonly onChange: (family: calls.CounterCard) => void;
}

/** What families have not checked yet, the oldest of it, and how much that is. */
export function useUnchecked() {
  const { data, ...read } = useQuery({
    queryKey: UNCHECKED,
    queryFn: ({ signal }) => callPage(calls.listUncheckedSections, { signal }),
  });
  return { ...read, data: data?.rows, total: data?.total ?? 0 };
}

/** The sections that the caller's family is to check. */
export const useSections = () =>
  useQuery({ queryKey: SECTIONS, queryFn: ({ signal }) => call(calls.listCheckedSections, { signal }) });

/** Says that sections are right. */
export function useConfirmSections() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sections: string[]) => call(calls.confirmSections, { body: { sections } }),
    onSuccess: (left) => client.setQueryData(SECTIONS, left),
  });
}
