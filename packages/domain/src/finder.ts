/** What the search from anywhere finds, in the order in which it is shown. */
export const HIT_GROUPS = ['registrations', 'parents', 'invoices', 'papers'] as const;
export type HitGroup = (typeof HIT_GROUPS)[number];
