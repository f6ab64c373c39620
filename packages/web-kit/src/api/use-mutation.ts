import {
  type DefaultError,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation as useObserved,
} from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';

/** Callbacks of one call. */
interface Afterwards<Data, Failure, Variables> {
  readonly onSuccess?: (data: Data, variables: Variables) => void;
  readonly onError?: (error: Failure) => void;
  readonly onSettled?: () => void;
}

interface Start<Data, Failure, Variables> {
  readonly mutate: (variables: Variables, afterwards?: Afterwards<Data, Failure, Variables>) => void;
}

/** Each state of TanStack's result by itself, so that `isPending` still implies that there are variables. */
type WithStart<State, Data, Failure, Variables> = State extends unknown
  ? Omit<State, 'mutate'> & Start<Data, Failure, Variables>
  : never;

/**
 * TanStack's mutation, whose callbacks also run when the component has been unmounted: the lists that are
 * read again after a change often remove the form that made it, before the slowest of them is loaded, and
 * TanStack would then drop the toast. On another page the callbacks do not run.
 */
export function useMutation<Data = unknown, Failure = DefaultError, Variables = void, Prepared = unknown>(
  options: UseMutationOptions<Data, Failure, Variables, Prepared>,
): WithStart<UseMutationResult<Data, Failure, Variables, Prepared>, Data, Failure, Variables> {
  const observed = useObserved(options);
  const { mutateAsync } = observed;
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  const mutate = useCallback(
    (variables: Variables, afterwards: Afterwards<Data, Failure, Variables> = {}) => {
      const page = location.pathname;
      const settle = (then: () => void) => {
        if (!mounted.current && location.pathname !== page) return;
        then();
        afterwards.onSettled?.();
      };
      void mutateAsync(variables).then(
        (data) => settle(() => afterwards.onSuccess?.(data, variables)),
        (error: Failure) => settle(() => afterwards.onError?.(error)),
      );
    },
    [mutateAsync],
  );
  return { ...observed, mutate };
}
