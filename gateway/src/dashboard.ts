import { announcementDashboard } from '@gerbang/contracts/announcement-dashboard';
import { billingDashboard } from '@gerbang/contracts/billing-dashboard';
import { admissionDashboard } from '@gerbang/contracts/dashboard';
import type { Endpoint } from '@gerbang/contracts/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ApiContext, forwardForCaller } from './forwarding/caller.ts';
import { wholeBody } from './forwarding/forward.ts';

const AREA_MS = 2000;

/** The call that gives an area's part of the dashboard. */
const AREAS: Readonly<Record<string, Endpoint>> = {
  admission: admissionDashboard,
  announcement: announcementDashboard,
  billing: billingDashboard,
};

/**
 * Composes the dashboard: all areas are called at once, for at most 2 s, and each gets its own key. An area that does
 * not respond is null and named in `unavailable`; an area that is not installed is null.
 */
export function dashboardHandler(context: ApiContext) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const unavailable: string[] = [];
    const areas = await Promise.all(
      Object.entries(AREAS).map(async ([name, call]): Promise<[string, string]> => {
        const origin = context.upstreams[call.service];
        if (!origin) return [name, 'null'];
        try {
          const response = await forwardForCaller(context, request, call, origin, AREA_MS);
          const body = await wholeBody(response);
          if (response.statusCode === 200) return [name, body.toString()];
          throw new Error(`${call.path} answered ${response.statusCode}`);
        } catch (error) {
          request.log.warn({ err: error, area: name }, 'an area of the dashboard did not answer');
          unavailable.push(name);
          return [name, 'null'];
        }
      }),
    );
    // The parts are valid JSON by their contracts, so they are joined as text instead of parsed and serialized again.
    const keys = areas.map(([name, json]) => `${JSON.stringify(name)}:${json},`).join('');
    return reply
      .type('application/json; charset=utf-8')
      .send(`{${keys}"unavailable":${JSON.stringify(unavailable)}}`);
  };
}
