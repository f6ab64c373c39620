/** The longest note about a call to a family. */
export const CONTACT_NOTE_MAX = 300;

/** Failed messages older than this are no longer work: their texts are gone, and what they told of is long in the portal. */
export const MISSED_DAYS = 90;

/** WhatsApp's codes for a number that gets no message however often it is sent: it has no WhatsApp, refuses, or is in a trial of Meta. */
export const NUMBER_REFUSALS = [131026, 131050, 130472] as const;
