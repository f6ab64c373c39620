export interface Part {
  readonly name: string;
  readonly answers: () => Promise<void>;
  /** Asked at every `/readyz`; the other parts must have answered once (decisions, When a part is down). */
  readonly own: boolean;
}

/** A service's own `/readyz`. */
export function serviceReady(name: string, url: string): Part {
  return {
    name,
    own: false,
    answers: async () => {
      const answer = await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(1500) });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`${name} is not ready`);
    },
  };
}

/** Resolves once every part has answered once; afterwards it speaks of the gateway's own parts. */
export function createReadiness(parts: readonly Part[]) {
  const waiting = new Set(parts);
  return async (): Promise<void> => {
    const asked = parts.filter((part) => part.own || waiting.has(part));
    const results = await Promise.allSettled(asked.map((part) => part.answers()));
    const failed: string[] = [];
    for (const [index, part] of asked.entries()) {
      if (results[index]?.status === 'fulfilled') waiting.delete(part);
      else failed.push(part.name);
    }
    if (failed.length > 0) throw new Error(`Not ready: ${failed.join(', ')}`);
  };
}
