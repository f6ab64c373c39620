import { announcementDashboard } from '@gerbang/contracts/announcement-dashboard';
import { billingDashboard } from '@gerbang/contracts/billing-dashboard';
import {
  admissionDashboard,
  familyDashboard,
  MISSING_AREAS_HEADER,
  RESULTS_APPLIED_HEADER,
} from '@gerbang/contracts/dashboard';
import { cell, type Endpoint } from '@gerbang/contracts/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { duesHeaders } from './dues-cookie.ts';
import { type ApiContext, forwardForCaller, isSecure, sessionOf } from './forwarding/caller.ts';
import type { Headers } from './forwarding/exchange.ts';
import { wholeBody } from './forwarding/forward.ts';
import { sendTagged } from './forwarding/tagged-answer.ts';
import { hasSeenResults, keepResultsSeen, showsUnapplied } from './applied-results.ts';
import { unreadOf } from './unread/unread-calls.ts';

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

/** Who asks for a dashboard, with the response to be. */
interface Visit {
  readonly context: ApiContext;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly isFamily: boolean;
}

/** Calls announcement for its area; `asks` = also whether all of them are applied. */
async function readResults({ context, request, reply, isFamily }: Visit, origin: string, asks: boolean) {
  const call = (more: Headers) =>
    forwardForCaller(context, request, announcementDashboard, origin, AREA_MS, more);
  const response = await (asks ? context.results.ask(call) : call({}));
  if (isFamily && showsUnapplied(response.headers)) keepResultsSeen(reply, isSecure(context));
  return response;
}

/** Calls these areas at once, for at most 2 s. */
async function readAreas(visit: Visit, names: readonly Area[], asks = false): Promise<Parts> {
  const { context, request } = visit;
  const unavailable: Area[] = [];
  const areas = await Promise.all(
    names.map(async (name): Promise<[Area, string | null]> => {
      const call = AREAS[name];
      const origin = context.upstreams[call.service];
      if (!origin) return [name, null];
      try {
        const response = await (name === 'announcement'
          ? readResults(visit, origin, asks)
          : forwardForCaller(context, request, call, origin, AREA_MS));
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

/** Joins the parts, which are valid JSON by their contracts, as text. */
function joined({ areas, unavailable }: Parts): Answer {
  const keys = NAMES.map((name) => `"${name}":${areas[name] ?? 'null'},`).join('');
  return {
    body: `{${keys}"unavailable":${JSON.stringify(unavailable)}}`,
    complete: unavailable.length === 0,
  };
}

/** The body with the number of unread messages; without it where the number cannot be had. */
function withUnread(body: string | Buffer, unread: number | null): string | Buffer {
  if (unread === null) return body;
  const first = `{"unread":${unread},`;
  return typeof body === 'string'
    ? first + body.slice(1)
    : Buffer.concat([Buffer.from(first), body.subarray(1)]);
}

/**
 * A parent's dashboard from admission's read model, in one call; areas that it lacks at the moment are called after it.
 * Null where admission has no read model yet, as during an update.
 */
async function fromReadModel(visit: Visit, asks: boolean): Promise<Answer | null> {
  const { context, request } = visit;
  const { admission: origin = '' } = context.upstreams;
  const more = duesHeaders(request);
  if (!asks && context.results.holds() && !hasSeenResults(request)) more[RESULTS_APPLIED_HEADER] = 'all';
  const response = await forwardForCaller(context, request, familyDashboard, origin, AREA_MS, more);
  const body = await wholeBody(response);
  if (response.statusCode === 404) return null;
  if (response.statusCode !== 200) throw new Error(`${familyDashboard.path} answered ${response.statusCode}`);
  const lacking = response.headers[MISSING_AREAS_HEADER];
  if (lacking === undefined) return { body, complete: true };
  const names = String(lacking).split(',');
  const stored = JSON.parse(body.toString()) as Record<Area, unknown>;
  const parts = await readAreas(
    visit,
    NAMES.filter((name) => names.includes(name)),
    asks,
  );
  const own = Object.fromEntries(NAMES.map((name) => [name, JSON.stringify(stored[name])]));
  return joined({ ...parts, areas: { ...own, ...parts.areas } });
}

/** Composes the dashboard: all areas are called at once, and each gets its own key. */
const composed = async (visit: Visit): Promise<Answer> => joined(await readAreas(visit, NAMES));

async function familyAnswer(visit: Visit): Promise<Answer> {
  const { results } = visit.context;
  const asks = results.begin();
  try {
    return (await fromReadModel(visit, asks)) ?? (await composed(visit));
  } catch (error) {
    visit.request.log.warn({ err: error, area: 'admission' }, 'an area of the dashboard did not answer');
    // Admission had its time: the others are not kept waiting for it once more.
    const others = await readAreas(visit, ['announcement', 'billing']);
    return joined({ ...others, unavailable: ['admission', ...others.unavailable] });
  } finally {
    if (asks) results.end();
  }
}

/** Answers the dashboard: a parent's from admission's read model, composed where that is missing; the staff's composed. */
export function dashboardHandler(context: ApiContext) {
  const installed = NAMES.every((name) => context.upstreams[name]);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const isFamily = installed && cell(familyDashboard, sessionOf(request).role ?? 'anon') === 'allowed';
    const visit = { context, request, reply, isFamily };
    const [{ body: areas, complete }, unread] = await Promise.all([
      isFamily ? familyAnswer(visit) : composed(visit),
      unreadOf(context, request),
    ]);
    return sendTagged(request, reply, { body: withUnread(areas, unread), complete });
  };
}
