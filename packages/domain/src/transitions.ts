/** One allowed change of a machine, as data that screens, services and tests read alike. */
export interface Edge<
  Status extends string = string,
  Action extends string = string,
  By extends string = string,
  When extends string = string,
> {
  /** Null = the record does not exist yet. */
  readonly from: Status | null;
  readonly to: Status;
  readonly action: Action;
  /** The person or program that causes the change, in the machine's own words. */
  readonly by: By;
  /** A condition beside the status. */
  readonly when?: When;
}

/** All statuses of a record in the order in which lists show them, and every change between them. */
export interface Machine<
  Status extends string = string,
  Action extends string = string,
  By extends string = string,
  When extends string = string,
> {
  /** Names the machine in the errors of `assertEdge`. */
  readonly name: string;
  readonly statuses: readonly Status[];
  readonly edges: readonly Edge<Status, Action, By, When>[];
}

/** The parts that an edge is looked up by; one that is left out matches every edge. */
export interface Wanted<
  Status extends string,
  Action extends string,
  By extends string,
  When extends string,
> {
  readonly to?: Status;
  readonly action?: Action;
  readonly by?: By;
  /** The conditions that hold; left out = conditions are not considered. */
  readonly holds?: readonly When[];
}

function edgesFor<S extends string, A extends string, B extends string, W extends string>(
  machine: Machine<S, A, B, W>,
  from: S | null,
  { to, action, by, holds }: Wanted<S, A, B, W>,
): Edge<S, A, B, W>[] {
  return machine.edges.filter(
    (edge) =>
      edge.from === from &&
      (to === undefined || edge.to === to) &&
      (action === undefined || edge.action === action) &&
      (by === undefined || edge.by === by) &&
      (holds === undefined || edge.when === undefined || holds.includes(edge.when)),
  );
}

/** The edge that leaves `from` as wanted; undefined where the machine has none. */
export function edgeFor<S extends string, A extends string, B extends string, W extends string>(
  machine: Machine<S, A, B, W>,
  from: S | null,
  wanted: Wanted<S, A, B, W>,
): Edge<S, A, B, W> | undefined {
  return edgesFor(machine, from, wanted)[0];
}

/**
 * The same for the one writer of a machine, whose callers have refused what is not allowed: a missing edge is a
 * programming error and throws.
 */
export function assertEdge<S extends string, A extends string, B extends string, W extends string>(
  machine: Machine<S, A, B, W>,
  from: S | null,
  wanted: Wanted<S, A, B, W>,
): Edge<S, A, B, W> {
  const edge = edgeFor(machine, from, wanted);
  if (edge) return edge;
  throw new Error(`${machine.name} has no edge from ${from} for ${JSON.stringify(wanted)}`);
}

/** The statuses that can be reached from here in one step, in the machine's order. */
export function next<S extends string, A extends string, B extends string, W extends string>(
  machine: Machine<S, A, B, W>,
  from: S | null,
  wanted: Omit<Wanted<S, A, B, W>, 'to'>,
): S[] {
  const reached = new Set(edgesFor(machine, from, wanted).map((edge) => edge.to));
  return machine.statuses.filter((status) => reached.has(status));
}
