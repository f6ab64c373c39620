import type { ArrivalsResult } from './play.ts';
import type { Row } from './report.ts';

/** How many logins were told a place in the line. */
export const lineNote = ({ logins }: ArrivalsResult): string =>
  `${logins.inLine} of ${logins.total} waited in the line, the last place was ${logins.lastPlace}`;

/** The errors of a crowd; none are wanted. */
export const errorsOf = (
  goal: string,
  what: string,
  { errors, total, logins, firstError }: ArrivalsResult,
): Row => ({
  goal,
  what: `${what}, errors`,
  value: errors,
  unit: '',
  wanted: { atMost: 0 },
  note: `of ${total} reads and ${logins.total} logins${firstError ? `; ${firstError}` : ''}`,
});
