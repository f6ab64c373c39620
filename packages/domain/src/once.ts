/** Makes a thing when it is first wanted, and then keeps it: a phone pays 5 to 20 ms for each formatter of Intl. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
