import { admissionWork, billingWork } from '@gerbang/contracts/work-report';
import { unavailable } from '@gerbang/service-kit/http/problems';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiContext } from '../forwarding/caller.ts';
import { sendTagged } from '../forwarding/tagged-answer.ts';
import { headersToClient } from '../forwarding/upstream.ts';
import { queryOf, readReport, type ReportPart } from './report-part.ts';

/** The call that gives each owner's part, in the order of the answer. */
const PARTS = { admission: admissionWork, billing: billingWork } as const;
type Owner = keyof typeof PARTS;
const OWNERS = Object.keys(PARTS) as Owner[];

interface Work {
  readonly body: string;
  /** The owners that did not answer. */
  readonly missing: readonly Owner[];
}

/** Calls all owners at once and joins their parts; a refusal of one (4xx) is the answer, whatever the others say. */
async function readWork(
  context: ApiContext,
  request: FastifyRequest,
  query: URLSearchParams,
): Promise<Work | { readonly refusal: ReportPart }> {
  const missing: Owner[] = [];
  const parts = await Promise.all(
    OWNERS.map(async (owner): Promise<ReportPart | null> => {
      if (!context.upstreams[owner]) return null;
      try {
        const part = await readReport(context, request, PARTS[owner], query);
        if (part.statusCode < 500) return part;
        throw new Error(`${PARTS[owner].path} answered ${part.statusCode}`);
      } catch (error) {
        request.log.warn({ err: error, owner }, 'an owner of the report of work did not answer');
        missing.push(owner);
        return null;
      }
    }),
  );
  const refusal = parts.find((part) => part !== null && part.statusCode !== 200);
  if (refusal) return { refusal };
  const keys = OWNERS.map((owner, at) => `"${owner}":${parts[at]?.body.toString() ?? 'null'},`).join('');
  return { body: `{${keys}"unavailable":${JSON.stringify(missing)}}`, missing };
}

/** Answers the report of work, composed of its owners' parts. */
export function workReportHandler(context: ApiContext) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const work = await readWork(context, request, queryOf(request));
    if ('refusal' in work) {
      const { statusCode, headers, body } = work.refusal;
      return headersToClient(reply.code(statusCode), headers).send(body);
    }
    return sendTagged(request, reply, { body: work.body, complete: work.missing.length === 0 });
  };
}

/** The report of work for a file, which must not lack a part unseen: 503 where an owner is down. */
export async function readWholeWork(
  context: ApiContext,
  request: FastifyRequest,
  query: URLSearchParams,
): Promise<ReportPart> {
  const work = await readWork(context, request, query);
  if ('refusal' in work) return work.refusal;
  if (work.missing.length > 0) throw unavailable(60);
  return { statusCode: 200, headers: {}, body: Buffer.from(work.body) };
}
