import type {
  Registration,
  RegistrationChange,
  RegistrationCreation,
  RegistrationPayment,
} from '@gerbang/contracts/admission.types';
import * as children from '@gerbang/contracts/children';
import * as payments from '@gerbang/contracts/registration-payments';
import * as registrations from '@gerbang/contracts/registrations';
import * as school from '@gerbang/contracts/school';
import { call } from '@gerbang/web-kit/client';
import { useMutation, useQuery, useQueryClient } from '@gerbang/web-kit/query-client';

const KEY = 'registrations';

/** The family's registrations, newest first; a family has few, so the search works on what is here. */
export function useRegistrations() {
  return useQuery({
    queryKey: [KEY, 'list'],
    queryFn: ({ signal }) => call(registrations.listRegistrations, { signal }),
  });
}

/** A registration with everything that its family may read; read again whenever a dialog opens. */
export function useRegistration(id: string | null) {
  return useQuery({
    queryKey: [KEY, 'one', id],
    queryFn: ({ signal }) => call(registrations.getRegistration, { params: { id: id ?? '' }, signal }),
    enabled: id !== null,
    refetchOnMount: 'always',
    gcTime: 0,
  });
}

/** The children that can be registered. */
export function useChildOptions() {
  return useQuery({
    queryKey: ['children', 'list'],
    queryFn: ({ signal }) => call(children.listChildren, { signal }),
  });
}

/** Levels, classes, fees, open years and the official account. */
export function useSchool() {
  return useQuery({
    queryKey: ['config'],
    queryFn: ({ signal }) => call(school.getConfig, { signal }),
  });
}

const seen = (record: Pick<Registration, 'version'>) => ({ 'if-match': `"${record.version}"` });

/** The changes of a registration; the list and the dashboard are read again after each. */
export function useRegistrationChanges() {
  const client = useQueryClient();
  const onSuccess = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: [KEY] }),
      client.invalidateQueries({ queryKey: ['dashboard'] }),
    ]);
  return {
    create: useMutation({
      mutationFn: ({ body, key }: { body: RegistrationCreation; key: string }) =>
        call(registrations.createRegistration, {
          body,
          headers: { 'idempotency-key': key },
        }),
      onSuccess,
    }),
    update: useMutation({
      mutationFn: ({ of, body }: { of: Pick<Registration, 'id' | 'version'>; body: RegistrationChange }) =>
        call(registrations.updateRegistration, {
          params: { id: of.id },
          body,
          headers: seen(of),
        }),
      onSuccess,
    }),
    pay: useMutation({
      mutationFn: ({ of, body }: { of: Pick<Registration, 'id' | 'version'>; body: RegistrationPayment }) =>
        call(payments.payRegistration, {
          params: { id: of.id },
          body,
          headers: seen(of),
        }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(registrations.deleteRegistration, { params: { id } }),
      onSuccess,
    }),
  };
}
