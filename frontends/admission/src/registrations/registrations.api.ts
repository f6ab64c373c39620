import { changeOf, creationOf, thenRead, useRecord } from '@gerbang/web-kit/api/records';
import * as children from '@gerbang/contracts/children';
import * as payments from '@gerbang/contracts/registration-payments';
import * as registrations from '@gerbang/contracts/registrations';
import { call, type CallInput } from '@gerbang/web-kit/api/client';
import { useMutation, useQuery, useReadAgain } from '@gerbang/web-kit/api/query-client';

const KEY = 'registrations';

/** The family's registrations, newest first; a family has few, so the search works on what is here. */
export function useRegistrations() {
  return useQuery({
    queryKey: [KEY, 'list'],
    queryFn: ({ signal }) => call(registrations.listRegistrations, { signal }),
  });
}

/** A registration with everything that its family may read; read again whenever a dialog opens. */
export const useRegistration = (id: string | null) => useRecord(registrations.getRegistration, KEY, id);

/** The account of the family's last fee proof; a form does as well without it. */
export function useLastPayer() {
  return useQuery({
    queryKey: [KEY, 'last-payer'],
    queryFn: ({ signal }) => call(payments.getLastPayer, { signal }),
    retry: false,
  });
}

/** The children that can be registered. */
export function useChildOptions() {
  return useQuery({
    queryKey: ['children', 'list'],
    queryFn: ({ signal }) => call(children.listChildren, { signal }),
  });
}

/** The changes of a registration; the list and the dashboard are read again after each, refused ones too, but for the form's. */
export function useRegistrationChanges() {
  // A registration decides which documents are asked of its child.
  const readAgain = useReadAgain(KEY, 'dashboard', 'children');
  const settled = thenRead(readAgain);
  return {
    create: useMutation({ mutationFn: creationOf(registrations.createRegistration), ...settled }),
    // What was changed elsewhere meanwhile is not put under a form that was filled in before.
    update: useMutation({ mutationFn: changeOf(registrations.updateRegistration), onSuccess: readAgain }),
    pay: useMutation({ mutationFn: changeOf(payments.payRegistration), ...settled }),
    payTogether: useMutation({
      mutationFn: (body: CallInput<typeof payments.payRegistrations>['body']) =>
        call(payments.payRegistrations, { body }),
      ...settled,
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(registrations.deleteRegistration, { params: { id } }),
      ...settled,
    }),
  };
}
