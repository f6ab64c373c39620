import { getDashboard, RESULTS_APPLIED_HEADER } from '@gerbang/contracts/dashboard';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Headers } from './forwarding/exchange.ts';

/** How long announcement's word holds: a family sees its result at most so much later than it was published. */
export const HOLDS_MS = 500;
/** From this age on one request asks again, while the others still go by the old word. */
const RENEW_MS = 250;

const NAME = 'results';
/** Longer than a word holds at any gateway. */
const LIFE_SECONDS = 5;

export type AppliedResults = ReturnType<typeof appliedResults>;

/**
 * Announcement's word that admission has applied every published result, kept for half a second for all requests together:
 * meanwhile a family that waits for its result needs no call to announcement. A word counts from the moment at which it
 * was asked for, and only for calls to admission that begin after it came: what was applied by then is in their responses.
 * `time` is a clock that is never set.
 */
export function appliedResults(time: () => number = () => performance.now()) {
  let appliedAt = Number.NEGATIVE_INFINITY;
  let askedAt = Number.NEGATIVE_INFINITY;
  let forgottenAt = Number.NEGATIVE_INFINITY;
  let asking = false;

  return {
    /** Whether the word holds for a call to admission that begins now. */
    holds: (): boolean => time() - appliedAt < HOLDS_MS,
    /** Whether this request is to ask announcement, if it calls it; it then says `end`. One asks at a time. */
    begin(): boolean {
      if (asking || time() - Math.max(askedAt, appliedAt) < RENEW_MS) return false;
      asking = true;
      return true;
    },
    end(): void {
      asking = false;
    },
    /** Calls announcement with the question; returns its response. */
    async ask<R extends { readonly headers: Headers }>(call: (question: Headers) => Promise<R>): Promise<R> {
      const began = time();
      askedAt = began;
      const response = await call({ [RESULTS_APPLIED_HEADER]: '?' });
      const all = response.headers[RESULTS_APPLIED_HEADER] === 'all' && began > forgottenAt;
      appliedAt = all ? began : Number.NEGATIVE_INFINITY;
      return response;
    },
    /** Something may have been published through this gateway. */
    forget(): void {
      forgottenAt = time();
      appliedAt = Number.NEGATIVE_INFINITY;
    },
  };
}

/** Whether a response of announcement may show a result that is not applied yet; one of the release before does not say. */
export function showsUnapplied(headers: Headers): boolean {
  const applied = headers[RESULTS_APPLIED_HEADER];
  return applied !== 'all' && applied !== 'own';
}

/**
 * Notes in the browser that it may have been shown a result that is not applied yet: for some seconds its dashboard goes by
 * no word that is older, whichever gateway it comes through.
 */
export function keepResultsSeen(reply: FastifyReply, secure: boolean): void {
  reply.setCookie(NAME, '1', {
    path: getDashboard.path,
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: LIFE_SECONDS,
  });
}

/** Whether this browser was shown such a result a moment ago. */
export const hasSeenResults = (request: FastifyRequest): boolean => request.cookies[NAME] !== undefined;
