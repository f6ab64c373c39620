import type { Child } from '@gerbang/contracts/children';
import type { Registration } from '@gerbang/contracts/registrations';
import * as children from '@gerbang/contracts/children';
import * as enrollment from '@gerbang/contracts/enrollment-confirmations';
import * as registrations from '@gerbang/contracts/registrations';
import { ApiError, call } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useQueryClient, useReadAgain } from '@gerbang/web-kit/api/query-client';
import { changeOf, creationOf, isMissing } from '@gerbang/web-kit/api/records';
import { refreshBilling } from '../billing.api.ts';

/** The family's accepted registrations: those whose stage is passed. */
export function useAccepted() {
  return useQuery({
    queryKey: ['registrations', 'accepted'],
    queryFn: ({ signal }) =>
      call(registrations.listRegistrations, { query: { current_stage: 'passed' }, signal }),
  });
}

/** What re-enrolment is likely to cost; null where the school's tables do not say it, or the service is older. */
export function useFeeEstimate(registrationId: string) {
  return useQuery({
    queryKey: ['registrations', 'fees', registrationId],
    queryFn: async ({ signal }) =>
      (await call(enrollment.estimateEnrollmentFees, { params: { registrationId }, signal })).estimate,
    retry: false,
  });
}

/** What the page is about, with everything that its family may read. */
export interface Family {
  readonly registration: Registration;
  readonly child: Child;
}

/** The registration and its child; null = one of them is missing. */
export function useFamily(registrationId: string) {
  return useQuery({
    queryKey: ['registrations', 'confirmation', registrationId],
    queryFn: async ({ signal }): Promise<Family | null> => {
      try {
        const registration = await call(registrations.getRegistration, {
          params: { id: registrationId },
          signal,
        });
        const child = await call(children.getChild, { params: { id: registration.child_id }, signal });
        return { registration, child };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    refetchOnMount: 'always',
    gcTime: 0,
  });
}

/** The two corrections that can still be made, and the confirmation itself. */
export function useConfirmationChanges() {
  const client = useQueryClient();
  const refresh = useReadAgain('registrations', 'children', 'dashboard', 'seat');
  const refreshRefused = () =>
    Promise.all([
      refreshBilling(client),
      client.invalidateQueries({ queryKey: ['registrations', 'checklist'] }),
    ]);
  return {
    child: useMutation({ mutationFn: changeOf(children.replaceChild), onSuccess: refresh }),
    registration: useMutation({
      mutationFn: changeOf(registrations.updateRegistration),
      onSuccess: refresh,
    }),
    confirm: useMutation({
      mutationFn: creationOf(enrollment.createConfirmation),
      // `leave` clears the cached reads when the page is left, after the response to this call.
      // Confirmed elsewhere, or a document returned, in the meantime: the present state is read again.
      onError: (error) => (error instanceof ApiError && error.status === 409 ? refreshRefused() : undefined),
    }),
    leave: () => void Promise.all([refreshBilling(client), refresh()]),
  };
}
