import type { Identity } from '@gerbang/contracts/identity';
import type { FastifyRequest } from 'fastify';
import type { Origin } from '@gerbang/service-kit/audit/audit';

/** Where the request came from: the client's address as the gateway signed it. */
export function originOf(identity: Identity, request: FastifyRequest): Origin {
  return { address: identity.ip, requestId: String(request.id) };
}
