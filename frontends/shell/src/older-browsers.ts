function lend(owner: object, methods: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(methods)) {
    if (!(name in owner)) Object.defineProperty(owner, name, { value, writable: true, configurable: true });
  }
}

/**
 * Adds the methods that the pages call and the oldest browsers they are built for (Chrome 109, Safari 16, Firefox 115)
 * lack. Semantics: ECMAScript 2023 and 2024, and the URL standard; only what the pages use of them.
 */
export function lendMethods(): void {
  lend(Array.prototype, {
    toReversed(this: readonly unknown[]) {
      return [...this].reverse();
    },
    toSorted(this: readonly unknown[], order?: (one: unknown, other: unknown) => number) {
      return [...this].sort(order);
    },
    with(this: readonly unknown[], at: number, value: unknown) {
      const copy = [...this];
      copy[at < 0 ? at + copy.length : at] = value;
      return copy;
    },
  });

  lend(Map, {
    groupBy<K, T>(items: Iterable<T>, keyOf: (item: T, at: number) => K) {
      const groups = new Map<K, T[]>();
      let at = 0;
      for (const item of items) {
        const key = keyOf(item, at++);
        const group = groups.get(key);
        if (group) group.push(item);
        else groups.set(key, [item]);
      }
      return groups;
    },
  });

  lend(Promise, {
    withResolvers<T>() {
      let resolve: unknown;
      let reject: unknown;
      const promise = new Promise<T>((...both) => {
        [resolve, reject] = both;
      });
      return { promise, resolve, reject };
    },
  });

  lend(String.prototype, {
    isWellFormed(this: string) {
      return !/\p{Surrogate}/u.test(this);
    },
  });

  lend(URL, {
    canParse(address: string, base?: string) {
      try {
        return Boolean(new URL(address, base));
      } catch {
        return false;
      }
    },
  });
}
