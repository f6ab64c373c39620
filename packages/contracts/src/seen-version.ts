import { z } from 'zod';

const WRONG = 'Versi tidak valid';

/** The version of a record that was seen, as a body names it: within what `If-Match` takes. Another one's change is 409 `stale`. */
export const seenVersion = z.int(WRONG).min(1, WRONG).max(999_999_999, WRONG);
