import { emailText } from '@gerbang/contracts/text';
import { badRequest } from '@gerbang/service-kit/http/problems';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { blockAddress } from '../accounts/blocked-addresses.repository.ts';
import { markReturned } from '../delivery/message-status.repository.ts';

const reportSchema = z.object({
  /** The letter came back for good, or its reader called it unwanted. */
  type: z.enum(['bounced', 'complained']),
  email: emailText('Email tidak valid'),
  /** The `Message-ID` of the letter, with its angle brackets. */
  message_id: z.string().max(300).optional(),
});
const envelopeSchema = z.object({ reports: z.array(reportSchema).min(1).max(1000) });

/** One report about a letter. */
export type MailReport = z.output<typeof reportSchema>;

/** The reports of a webhook; throws 400 for another shape. */
export function mailReportsOf(body: unknown): MailReport[] {
  const envelope = envelopeSchema.safeParse(body);
  if (!envelope.success) throw badRequest('Laporan surat tidak sesuai bentuknya.');
  return envelope.data.reports;
}

/** Marks the addresses that letters came back from; reports may come twice. */
export async function takeMailReports(
  { database, columnKeys, log }: Pick<Context, 'database' | 'columnKeys' | 'log'>,
  reports: readonly MailReport[],
): Promise<void> {
  for (const { type, email, message_id: messageId } of reports) {
    await blockAddress(database, columnKeys, email, type);
    if (type === 'bounced' && messageId !== undefined) await markReturned(database.knex, messageId);
  }
  log.warn({ event: 'letters_came_back', count: reports.length }, 'letters came back');
}
