import { announcementDashboard } from '@gerbang/contracts/announcement-dashboard';
import { billingDashboard } from '@gerbang/contracts/billing-dashboard';
import { admissionDashboard } from '@gerbang/contracts/dashboard';
import type { Endpoint } from '@gerbang/contracts/endpoint';
import { IDENTITY_HEADER } from '@gerbang/contracts/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { ApiParts } from './api-parts.ts';
import { identityToken } from './caller.ts';
import { ask } from './forward.ts';

const AREA_MS = 2000;

/** What the owner of each area is asked. */
const AREAS: Readonly<Record<string, Endpoint>> = {
  admission: admissionDashboard,
  announcement: announcementDashboard,
  billing: billingDashboard,
};

async function areaOf(
  call: Endpoint,
  origin: string,
  request: FastifyRequest,
  parts: ApiParts,
): Promise<string> {
  const { statusCode, body } = await ask(parts.agent, {
    origin,
    path: call.path,
    method: call.method,
    headers: {
      accept: 'application/json',
      [IDENTITY_HEADER]: identityToken(request, call.service, parts.tokens),
      'x-request-id': request.id,
    },
    withinMs: AREA_MS,
  });
  const parcels: Uint8Array[] = [];
  if (body instanceof Readable) for await (const part of body) parcels.push(part as Uint8Array);
  else parcels.push(body);
  const text = Buffer.concat(parcels).toString();
  if (statusCode !== 200) throw new Error(`${call.path} answered ${statusCode}`);
  return text;
}

/**
 * The gateway's only composition: every owner is asked at once, for 2 s at most, and gets a key of its own, null with a
 * mark where it did not answer (Precisions, Dashboard). Areas that are not installed are not asked; they are null too.
 */
export function dashboardAnswer(parts: ApiParts) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const unavailable: string[] = [];
    const areas = await Promise.all(
      Object.entries(AREAS).map(async ([name, call]): Promise<[string, string]> => {
        const origin = parts.upstreams[call.service];
        if (!origin) return [name, 'null'];
        try {
          return [name, await areaOf(call, origin, request, parts)];
        } catch (error) {
          request.log.warn({ err: error, area: name }, 'an area of the dashboard did not answer');
          unavailable.push(name);
          return [name, 'null'];
        }
      }),
    );
    // The owners' answers are JSON by their contracts; nothing is gained by reading and writing them once more.
    const keys = areas.map(([name, json]) => `${JSON.stringify(name)}:${json},`).join('');
    return reply
      .type('application/json; charset=utf-8')
      .send(`{${keys}"unavailable":${JSON.stringify(unavailable)}}`);
  };
}
