// By the package's name: the shell shares these with the remotes.
import type { Endpoint } from '@gerbang/contracts/endpoint';
import { ApiError, call, type CallInput, type CallOutput } from '@gerbang/web-kit/api/client';
import { useQuery } from '@gerbang/web-kit/api/query-client';
import type { z } from 'zod';
import { seenVersion } from './stale.ts';

type Body<E> = E extends { body: infer B extends z.ZodType }
  ? undefined extends z.input<B>
    ? { readonly body?: z.input<B> }
    : { readonly body: z.input<B> }
  : unknown;

/** A record as the user has seen it. */
export interface Seen {
  readonly id: string;
  readonly version: number;
}

/** What a change sends: the record as it was seen, and the body of the call. */
export type Change<E extends Endpoint, Of extends Seen = Seen> = { readonly of: Of } & Body<E>;

/** The call that changes a record as it was seen, for `useMutation`; with `keepalive` it outlives the page. */
export const changeOf =
  <E extends Endpoint>(endpoint: E, sending: { readonly keepalive?: boolean } = {}) =>
  ({ of, ...body }: Change<E>): Promise<CallOutput<E>> =>
    call(endpoint, {
      // The path has one parameter, the record's id, whatever its name is.
      params: { [/\{(\w+)\}/u.exec(endpoint.path)?.[1] ?? 'id']: of.id },
      headers: seenVersion(of.version),
      ...sending,
      ...body,
    } as unknown as CallInput<E>);

/** The call that makes a record once, however often it is sent with the same key; for `useMutation`. */
export const creationOf =
  <E extends Endpoint>(endpoint: E) =>
  ({ key, ...body }: { readonly key: string } & Body<E>): Promise<CallOutput<E>> =>
    call(endpoint, { headers: { 'idempotency-key': key }, ...body } as unknown as CallInput<E>);

/**
 * The callbacks of a change that reads again what it is about, also after a refusal: something else has changed it, and it is shown as
 * it is now. Without an answer nothing is known, and what is shown stays.
 */
export const thenRead = (readAgain: () => Promise<unknown>) => ({
  onSuccess: readAgain,
  onError: (error: Error) =>
    error instanceof ApiError && [404, 409, 422].includes(error.status) ? readAgain() : undefined,
});

/** One record, read when it is opened and never kept: the query `[key, 'one', id]`; null reads nothing. */
export function useRecord<E extends Endpoint>(endpoint: E, key: string, id: string | null) {
  return useQuery({
    queryKey: [key, 'one', id],
    queryFn: ({ signal }) => call(endpoint, { params: { id }, signal } as unknown as CallInput<E>),
    enabled: id !== null,
    refetchOnMount: 'always',
    gcTime: 0,
  });
}

/** Whether an address names nothing that there is for this user, or is none at all. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);
