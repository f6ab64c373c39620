type Env = Readonly<Record<string, string | undefined>>;

const prefixOf = (part: string) => `${part.toUpperCase()}__`;

/**
 * The environment of one part of a process that holds several: `AUTH__DATABASE_URL` is auth's `DATABASE_URL`. A variable
 * without the prefix of a part is common to all of them.
 */
export function partEnv(part: string, env: Env = process.env): Record<string, string> {
  const prefix = prefixOf(part);
  const given = Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const own = given.filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries([
    ...given.filter(([name]) => !name.includes('__')),
    ...own.map(([name, value]) => [name.slice(prefix.length), value]),
  ]);
}

/** The reverse: one environment for a process, from those of its parts. Variables with one value for all stay common. */
export function joinEnvs(
  parts: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Record<string, string> {
  const all = Object.entries(parts);
  const isCommon = (name: string, value: string) => all.every(([, env]) => env[name] === value);
  return Object.fromEntries(
    all.flatMap(([part, env]) =>
      Object.entries(env).map(([name, value]) => [
        isCommon(name, value) ? name : `${prefixOf(part)}${name}`,
        value,
      ]),
    ),
  );
}
