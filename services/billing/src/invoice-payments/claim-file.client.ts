import { claimFile as call } from '@gerbang/contracts/internal-calls';
import { PROBLEM_CODES } from '@gerbang/contracts/problem';
import { callInternal } from '@gerbang/service-kit/http/internal';
import { Problem, unavailable, unprocessable } from '@gerbang/service-kit/http/problems';
import { z } from 'zod';
import type { Context } from '../context.ts';
import type { InvoiceRecord } from '../invoices/invoices.repository.ts';

const PATH = 'payment_evidence_url';
const NOT_USABLE = 'File tidak dapat dipakai. Unggah kembali filenya.';

const refusalSchema = z.object({ code: z.enum(PROBLEM_CODES), message: z.string() });

/** A file that admission has assigned to the invoice. */
export type ClaimedFile = z.output<typeof call.response>;

interface FileClaim {
  /** As the caller sent it: `/api/files/{uuid}`. */
  readonly link: string;
  readonly uploaderId: string;
  /** The file belongs to the invoice or refund, so that a refused call can be sent again with the same upload. */
  readonly invoice: Pick<InvoiceRecord, 'id' | 'invoice_number' | 'registration_id' | 'user_id'>;
  readonly imagesOnly?: boolean;
  readonly attachedTo?: 'refund';
  /** The field of the call that a refusal names. */
  readonly path?: string;
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
  const { invoice, imagesOnly = false, attachedTo = 'invoice_payment', path = PATH, ...rest } = claim;
  try {
    const { config } = context;
    const { status, body } = await callInternal(
      call,
      { origin: config.ADMISSION_URL, key: config.INTERNAL_KEY, requestId },
      {
        ...rest,
        recordId: invoice.id,
        recordNumber: invoice.invoice_number,
        registrationId: invoice.registration_id,
        familyUserId: invoice.user_id,
        imagesOnly,
        purpose: 'payment_evidence',
        attachedTo,
        path,
      },
    );
    if (status === 200) return call.response.parse(body);
    if (status === 422) {
      const { code, message } = refusalSchema.parse(body);
      throw unprocessable(code, message, [{ path, message }]);
    }
    throw new Error(`admission responded ${status}`);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw unavailable(5, error);
  }
}

/** 422 for a file that is the proof of another payment of the invoice. */
export function fileTaken(): Problem {
  return unprocessable('file', NOT_USABLE, [{ path: PATH, message: NOT_USABLE }]);
}
