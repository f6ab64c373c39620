let tiny = false;

/** From now on loads are of a handful of requests, played in this process: shows that everything runs, measures nothing. */
export function beTiny(): void {
  tiny = true;
}

/** Whether this is the smoke form. */
export function isTiny(): boolean {
  return tiny;
}
