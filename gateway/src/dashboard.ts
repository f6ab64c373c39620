import { hash } from 'node:crypto';
import { announcementDashboard } from '@gerbang/contracts/announcement-dashboard';
import { billingDashboard } from '@gerbang/contracts/billing-dashboard';
import { admissionDashboard, familyDashboard, MISSING_AREAS_HEADER } from '@gerbang/contracts/dashboard';
import { cell, type Endpoint } from '@gerbang/contracts/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { duesHeaders } from './dues-cookie.ts';
import { type ApiContext, forwardForCaller, sessionOf } from './forwarding/caller.ts';
import { wholeBody } from './forwarding/forward.ts';

const AREA_MS = 2000;

/** The call that gives an area's part of the dashboard, in the order of the answer. */
const AREAS = {
  admission: admissionDashboard,
  announcement: announcementDashboard,
  billing: billingDashboard,
} as const satisfies Readonly<Record<string, Endpoint>>;
type Area = keyof typeof AREAS;
const NAMES = Object.keys(AREAS) as Area[];

/** The JSON of areas; null = it is not installed, or did not respond and is named in `unavailable`. */
interface Parts {
  readonly areas: Partial<Record<Area, string | null>>;
  readonly unavailable: readonly Area[];
}

interface Answer {
  readonly body: string | Buffer;
  readonly complete: boolean;
}

/** Calls these areas at once, for at most 2 s. */
async function readAreas(
  context: ApiContext,
  request: FastifyRequest,
  names: readonly Area[],
): Promise<Parts> {
  const unavailable: Area[] = [];
  const areas = await Promise.all(
    names.map(async (name): Promise<[Area, string | null]> => {
      const call = AREAS[name];
      const origin = context.upstreams[call.service];
      if (!origin) return [name, null];
      try {
        const response = await forwardForCaller(context, request, call, origin, AREA_MS);
        const body = await wholeBody(response);
        if (response.statusCode === 200) return [name, body.toString()];
        throw new Error(`${call.path} answered ${response.statusCode}`);
      } catch (error) {
        request.log.warn({ err: error, area: name }, 'an area of the dashboard did not answer');
        unavailable.push(name);
        return [name, null];
      }
    }),
  );
  return { areas: Object.fromEntries(areas), unavailable };
}

/** Joins the parts, which are valid JSON by their contracts, as text; `unread` is left out until it is counted. */
function joined({ areas, unavailable }: Parts, unread?: number): Answer {
  const keys = NAMES.map((name) => `"${name}":${areas[name] ?? 'null'},`).join('');
  const messages = unread === undefined ? '' : `"unread":${unread},`;
  return {
    body: `{${keys}${messages}"unavailable":${JSON.stringify(unavailable)}}`,
    complete: unavailable.length === 0,
  };
}

/**
 * A parent's dashboard from admission's read model, in one call; areas that it lacks at the moment are called after it.
 * Null where admission has no read model yet, as during an update.
 */
async function fromReadModel(context: ApiContext, request: FastifyRequest): Promise<Answer | null> {
  const { admission: origin = '' } = context.upstreams;
  const seen = duesHeaders(request);
  const response = await forwardForCaller(context, request, familyDashboard, origin, AREA_MS, seen);
  const body = await wholeBody(response);
  if (response.statusCode === 404) return null;
  if (response.statusCode !== 200) throw new Error(`${familyDashboard.path} answered ${response.statusCode}`);
  const lacking = response.headers[MISSING_AREAS_HEADER];
  if (lacking === undefined) return { body, complete: true };
  const names = String(lacking).split(',');
  const { unread, ...stored } = JSON.parse(body.toString()) as { unread?: number } & Record<Area, unknown>;
  const parts = await readAreas(
    context,
    request,
    NAMES.filter((name) => names.includes(name)),
  );
  const own = Object.fromEntries(NAMES.map((name) => [name, JSON.stringify(stored[name])]));
  return joined({ ...parts, areas: { ...own, ...parts.areas } }, unread);
}

/** Composes the dashboard: all areas are called at once, and each gets its own key. */
const composed = async (context: ApiContext, request: FastifyRequest): Promise<Answer> =>
  joined(await readAreas(context, request, NAMES));

async function familyAnswer(context: ApiContext, request: FastifyRequest): Promise<Answer> {
  try {
    return (await fromReadModel(context, request)) ?? (await composed(context, request));
  } catch (error) {
    request.log.warn({ err: error, area: 'admission' }, 'an area of the dashboard did not answer');
    // Admission had its time: the others are not kept waiting for it once more.
    const others = await readAreas(context, request, ['announcement', 'billing']);
    return joined({ ...others, unavailable: ['admission', ...others.unavailable] });
  }
}

/** Whether the browser holds this version already. */
function isKnown(request: FastifyRequest, tag: string): boolean {
  const known = request.headers['if-none-match'];
  return known !== undefined && known.split(',').some((one) => one.trim() === tag);
}

/**
 * Answers the dashboard: a parent's from admission's read model, composed where that is missing; the staff's composed. The
 * browser may keep a complete answer and asks each time whether it still holds; the tag is a hash and tells nothing.
 */
export function dashboardHandler(context: ApiContext) {
  const installed = NAMES.every((name) => context.upstreams[name]);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const isFamily = installed && cell(familyDashboard, sessionOf(request).role ?? 'anon') === 'allowed';
    const { body, complete } = isFamily
      ? await familyAnswer(context, request)
      : await composed(context, request);
    if (complete) {
      const tag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
      reply.header('etag', tag).header('cache-control', 'private, no-cache');
      if (isKnown(request, tag)) return reply.code(304).send();
    }
    return reply.type('application/json; charset=utf-8').send(body);
  };
}
