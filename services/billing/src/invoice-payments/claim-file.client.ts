import { Problem, unavailable, unprocessable } from '@gerbang/service-kit/http/problems';
import { z } from 'zod';
import type { Context } from '../context.ts';

const LIMIT_MS = 2000;
const PATH = 'payment_evidence_url';
const NOT_USABLE = 'File tidak dapat dipakai. Unggah kembali filenya.';

const claimedSchema = z.object({ id: z.uuid(), name: z.string() });
const refusalSchema = z.object({ code: z.string(), message: z.string() });

type Asking = Pick<Context, 'config'>;

/** The file of a payment, given to its invoice by admission. */
export type ClaimedFile = z.output<typeof claimedSchema>;

interface FileClaim {
  /** What the caller sent: `/api/files/{uuid}`. */
  readonly link: string;
  readonly uploaderId: string;
  /** The record is the invoice, so that a payment that was refused can be sent again with the same upload. */
  readonly invoiceId: string;
  readonly familyUserId: string;
  readonly imagesOnly?: boolean;
}

async function ask({ config }: Asking, claim: FileClaim, requestId: string): Promise<Response> {
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
 * Claims the upload for the invoice at its owner, before billing's own transaction (Precisions, Files). Asked twice it
 * is one claim. 422 for a link that is not ours, not the caller's or attached elsewhere; whatever is no clear answer
 * within 2 s is 503, and nothing has been written then.
 */
export async function claimFile(context: Asking, claim: FileClaim, requestId: string): Promise<ClaimedFile> {
  try {
    const answer = await ask(context, claim, requestId);
    const body: unknown = await answer.json();
    if (answer.status === 200) return claimedSchema.parse(body);
    if (answer.status === 422) {
      const { code, message } = refusalSchema.parse(body);
      throw unprocessable(code, message, [{ path: PATH, message }]);
    }
    throw new Error(`admission answered ${answer.status}`);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw unavailable(5, error);
  }
}

/** The refusal of a file that another payment of the invoice has already. */
export function fileTaken(): Problem {
  return unprocessable('file', NOT_USABLE, [{ path: PATH, message: NOT_USABLE }]);
}
