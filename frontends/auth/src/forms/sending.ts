import type { useTextForm } from '@gerbang/web-kit/text-form';
import { toastFailure } from '@gerbang/web-kit/toast';

interface Mutation<Body, Result> {
  readonly isPending: boolean;
  readonly mutate: (
    body: Body,
    handlers: { onSuccess: (result: Result, body: Body) => void; onError: (error: Error) => void },
  ) => void;
}

interface Outcome<Body, Result> {
  readonly done: (result: Result, body: Body) => void;
  /** Title of the failure's toast. */
  readonly failure: string;
  /** Its description where the catalogue fixes one; else what the server said. */
  readonly failureText?: string;
}

type TextForm = Pick<ReturnType<typeof useTextForm<string>>, 'fail'>;

/**
 * Sends what a form holds: one try at a time; a failure is shown by the catalogue's toast and at the form, which keeps
 * everything typed.
 */
export function sending<Body, Result>(
  form: TextForm,
  mutation: Mutation<Body, Result>,
  { done, failure, failureText }: Outcome<Body, Result>,
): (body: Body) => void {
  return (body) => {
    if (mutation.isPending) return;
    mutation.mutate(body, {
      onSuccess: done,
      onError: (error) => {
        toastFailure(failure, failureText ?? error);
        form.fail(error);
      },
    });
  };
}
