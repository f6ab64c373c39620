import { PROBLEM_CODES } from '@gerbang/contracts/problem';
import { Problem, unavailable, unprocessable } from '@gerbang/service-kit/http/problems';
import { z } from 'zod';
import type { Context } from '../context.ts';

const LIMIT_MS = 2000;
const PATH = 'payment_evidence_url';
const NOT_USABLE = 'File tidak dapat dipakai. Unggah kembali filenya.';

const claimedSchema = z.object({ id: z.uuid(), name: z.string() });
const refusalSchema = z.object({ code: z.enum(PROBLEM_CODES), message: z.string() });

/** A file that admission has assigned to the invoice. */
export type ClaimedFile = z.output<typeof claimedSchema>;

interface FileClaim {
  /** As the caller sent it: `/api/files/{uuid}`. */
  readonly link: string;
  readonly uploaderId: string;
  /** The file belongs to the invoice, so that a refused payment can be sent again with the same upload. */
  readonly invoiceId: string;
  readonly familyUserId: string;
  readonly imagesOnly?: boolean;
}

async function requestClaim(
  { config }: Pick<Context, 'config'>,
  claim: FileClaim,
  requestId: string,
): Promise<Response> {
  const { invoiceId: recordId, imagesOnly = false, ...rest } = claim;
  return fetch(new URL('/internal/files/claim', config.ADMISSION_URL), {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(LIMIT_MS),
    headers: {
      authorization: `Bearer ${config.INTERNAL_KEY}`,
      'content-type': 'application/json',
      'x-request-id': requestId,
    },
    body: JSON.stringify({
      ...rest,
      recordId,
      imagesOnly,
      purpose: 'payment_evidence',
      attachedTo: 'invoice_payment',
      path: PATH,
    }),
  });
}

/**
 * Claims an upload for the invoice at admission, which owns the files, before billing's transaction; a repeated claim
 * changes nothing. 422 for a link that is not ours, not the caller's or attached elsewhere; 503 where admission gives
 * no clear answer within 2 s.
 */
export async function claimFile(
  context: Pick<Context, 'config'>,
  claim: FileClaim,
  requestId: string,
): Promise<ClaimedFile> {
  try {
    const response = await requestClaim(context, claim, requestId);
    const body: unknown = await response.json();
    if (response.status === 200) return claimedSchema.parse(body);
    if (response.status === 422) {
      const { code, message } = refusalSchema.parse(body);
      throw unprocessable(code, message, [{ path: PATH, message }]);
    }
    throw new Error(`admission answered ${response.status}`);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw unavailable(5, error);
  }
}

/** 422 for a file that is the proof of another payment of the invoice. */
export function fileTaken(): Problem {
  return unprocessable('file', NOT_USABLE, [{ path: PATH, message: NOT_USABLE }]);
}
