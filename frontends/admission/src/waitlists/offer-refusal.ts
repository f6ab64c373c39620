import { ApiError } from '@gerbang/web-kit/api/client';
import { failureText } from '@gerbang/web-kit/api/use-decision';
import { offerCopy as copy } from './waitlists.copy.ts';

/** Why seats were not offered, and what can be done about it. */
export function offerRefusal(error: unknown): string {
  const { code, details, message = '' } = (error instanceof ApiError && error.body) || {};
  if (code === 'seats_exceeded') return copy.exceeded(Number(details?.free ?? 0));
  if (code === 'offers_closed') return copy.closed(message);
  if (code === 'not_on_list') return copy.gone(message);
  return failureText(error, copy.failed);
}
