/** A goal of the table of goals (performance, 'Goals'), and the measurements that have something to say about it. */
export interface Goal {
  id: string;
  what: string;
  by: readonly string[];
  /** What it asks for beside another system, which this run cannot have. */
  peers?: string;
}

/** Every goal: of the calls (P1 to P17; P14 and P16 do not exist) and of the pages. */
export const GOALS: readonly Goal[] = [
  { id: 'P1', what: 'authenticated read', by: ['reads'] },
  { id: 'P2', what: "parent dashboard's first paint", by: ['dashboard'], peers: '3 x and 9 x less CPU' },
  { id: 'P3', what: 'staff list, search and filter', by: ['staff'], peers: '2.8 x and 8 x' },
  { id: 'P4', what: 'the same over 50,000 registrations', by: ['staff'] },
  { id: 'P5', what: 'submission of a registration', by: ['family'], peers: '4 x and 10 x' },
  { id: 'P6', what: 'logins a second', by: ['logins'] },
  { id: 'P7', what: 'reads while logins are saturated', by: ['crowd'] },
  { id: 'P8', what: 'proofs of 5 MB', by: ['uploads'] },
  { id: 'P9', what: 'announcement minute', by: ['minute'], peers: 'no slower' },
  { id: 'P10', what: 'burst beside staff', by: ['minute'], peers: 'p50 1/15' },
  { id: 'P11', what: 'foundation: 50,000 registrations and parents', by: ['foundation', 'scaling'] },
  { id: 'P12', what: 'publishing 2,000 results', by: ['minute'] },
  { id: 'P13', what: "draining 2,000 messages at the provider's cap", by: ['messages'] },
  { id: 'P15', what: 'memory at rest and after load', by: ['memory', 'growth'] },
  { id: 'P17', what: 'all processes from cold', by: ['start'] },
  { id: 'landing', what: 'landing and /auth, cold', by: ['paint', 'sizes'] },
  { id: 'dashboard', what: 'parent dashboard, cold', by: ['paint'] },
  { id: 'next', what: 'next remote, shell cached', by: ['paint', 'sizes'] },
  { id: 'warm', what: 'warm visit on announcement day', by: ['paint'] },
  { id: 'staff list', what: 'staff list, cold', by: ['paint'] },
];
