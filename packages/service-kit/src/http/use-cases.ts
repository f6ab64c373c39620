import type { FastifyRequest } from 'fastify';
import { type Caller, callerOf } from './caller.ts';
import type { SessionIdentity } from './mount.ts';

interface Sent<Body> {
  readonly identity: SessionIdentity;
  readonly request: FastifyRequest;
  readonly body: Body;
}

/** A handler that hands caller and body to a use case. */
export const withBody =
  <Context, Body, View>(context: Context, useCase: (context: Context, caller: Caller, body: Body) => View) =>
  ({ identity, request, body }: Sent<Body>): View =>
    useCase(context, callerOf(identity, request), body);

/** A handler that hands caller, the id of the address and body to a use case. */
export const withId =
  <Context, Body, View>(
    context: Context,
    useCase: (context: Context, caller: Caller, id: string, body: Body) => View,
  ) =>
  ({ identity, request, params, body }: Sent<Body> & { readonly params: { readonly id: string } }): View =>
    useCase(context, callerOf(identity, request), params.id, body);
