interface AddressInput {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
}

/** The address of a call: its path with the parameters filled in, and what its query says. */
export function addressOf(path: string, input: AddressInput): string {
  const filled = path.replace(/\{(\w+)\}/gu, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== '') query.set(name, String(value));
  }
  return query.size > 0 ? `${filled}?${query}` : filled;
}
