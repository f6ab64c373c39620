// By the package's name: the shell shares these with the remotes.
import { ApiError, messageOf, ProofCancelled } from '@gerbang/web-kit/api/client';
import { sayDone, toast, toastFailure } from '@gerbang/web-kit/page/toast';
import { useRef } from 'react';

/**
 * The `Idempotency-Key` of a form: one key for one content. A repeat after a lost response has the same key, a changed
 * form a new one.
 */
export function useRepeatKey() {
  const last = useRef({ content: '', key: '' });
  return (body: unknown): string => {
    const content = JSON.stringify(body);
    if (last.current.content !== content) last.current = { content, key: crypto.randomUUID() };
    return last.current.key;
  };
}

/** The server's message, or `fallback` if it sent none. */
export function failureText(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.body === null ? fallback : messageOf(error);
}

interface Change<Data, Variables> {
  readonly isPending: boolean;
  readonly mutate: (
    variables: Variables,
    afterwards: {
      readonly onSuccess: (data: Data, variables: Variables) => void;
      readonly onError: (error: Error) => void;
    },
  ) => void;
}

type Toast = readonly [title: string, text: string];

interface Outcome<Data, Variables> {
  /** The toast of success. */
  readonly done: Toast | ((data: Data, variables: Variables) => Toast);
  /** The language of the toasts' titles where it is not Indonesian. */
  readonly titleLang?: string;
  /** What follows shows the success itself: its toast is only heard. */
  readonly shown?: boolean;
  /** Title of the toast of failure. */
  readonly failed: string;
  /** Text of the toast of failure; the server's message where absent. */
  readonly failureText?: (error: Error) => string;
  /** Goes on with what the call returned, before the dialog closes. */
  readonly onDone?: (data: Data) => void;
  /** Closes the dialog: after success, and where the record is gone or changed (404, 409) unless `onFailure` takes that. */
  readonly onClose: (done: boolean) => void;
  /** The record is no longer as it was seen (409). */
  readonly onConflict?: (error: ApiError) => void;
  /** Takes any other failure. The dialog stays open with what was typed. */
  readonly onFailure?: (error: Error, variables: Variables) => void;
}

/** The one call of a dialog: sent once, confirmed by a toast; then the dialog closes or shows the error. */
export function useDecision<Data, Variables>(
  change: Change<Data, Variables>,
  {
    done,
    titleLang,
    shown = false,
    failed,
    failureText,
    onDone,
    onClose,
    onConflict,
    onFailure,
  }: Outcome<Data, Variables>,
) {
  const send = (variables: Variables) => {
    if (change.isPending) return;
    change.mutate(variables, {
      onSuccess: (data, sent) => {
        const [title, text] = typeof done === 'function' ? done(data, sent) : done;
        if (shown) sayDone(title, text);
        else toast(title, text, titleLang);
        onDone?.(data);
        onClose(true);
      },
      onError: (error) => {
        const cancelled = error instanceof ProofCancelled;
        toastFailure(failed, failureText && !cancelled ? failureText(error) : error, titleLang);
        // The dialog stays with what was typed.
        if (cancelled) return;
        const conflict = error instanceof ApiError && error.status === 409;
        if (conflict) onConflict?.(error);
        if (onFailure && !(conflict && onConflict)) onFailure(error, variables);
        else if (conflict || (error instanceof ApiError && error.status === 404)) onClose(false);
      },
    });
  };
  return { send, pending: change.isPending };
}
