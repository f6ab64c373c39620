/** Draws a whole number from 0 up to, not including, `below`. */
export type Draw = (below: number) => number;

/**
 * The add of an exact amount, in rupiah: drawn among the free ones of 1 to `max`, so that a family cannot tell another's
 * from its own. 0 where none is free.
 */
export function chooseAdd(base: number, max: number, taken: ReadonlySet<number>, draw: Draw): number {
  const free = Array.from({ length: max }, (_none, at) => at + 1).filter((add) => !taken.has(base + add));
  return free.length === 0 ? 0 : (free[draw(free.length)] ?? 0);
}
