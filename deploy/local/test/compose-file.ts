import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { projectRoot } from '../src/paths.ts';

/** The part of a service that tests look at. */
export interface ComposeService {
  readonly image?: string;
  readonly init?: boolean;
  readonly restart?: string;
  readonly healthcheck?: { readonly test: readonly string[]; readonly timeout?: string };
  readonly build?: { readonly target: string; readonly args?: Readonly<Record<string, string>> };
  readonly profiles?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly ports?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly configs?: readonly { readonly source: string }[];
  readonly volumes?: readonly string[];
  readonly networks?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string; readonly required?: boolean }>>;
  readonly logging?: { readonly options: Readonly<Record<string, string>> };
  readonly mem_limit?: string;
  readonly read_only?: boolean;
  readonly cap_add?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly deploy?: { readonly replicas?: string };
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, unknown>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly configs: Readonly<Record<string, { readonly content?: string }>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

type Variables = Readonly<Record<string, string>>;

/** The end of the expression that begins with `${` before `start`: expressions may hold others. */
function endOf(text: string, start: number): number {
  let depth = 1;
  for (let at = start; at < text.length; at += 1) {
    if (text.startsWith('${', at)) depth += 1;
    if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error(`An expression has no end: ${text}`);
}

/** Puts variables in as compose does: `${A}`, `${A:-default}`, `${A-default}`, `${A:+other}`, one in another, `$$`. */
export function interpolate(text: string, variables: Variables): string {
  const at = text.search(/\$[{$]/u);
  if (at < 0) return text;
  const [before, after] = [text.slice(0, at), text.slice(at + 2)];
  if (text[at + 1] === '$') return `${before}$${interpolate(after, variables)}`;
  const end = endOf(text, at + 2);
  const {
    name = '',
    sign,
    rest = '',
  } = /^(?<name>\w+)(?:(?<sign>:?[-+])(?<rest>.*))?$/su.exec(text.slice(at + 2, end))?.groups ?? {};
  const value = variables[name];
  const counts = sign?.startsWith(':') ? Boolean(value) : value !== undefined;
  const chosen = sign?.endsWith('+') ? (counts ? rest : '') : sign && !counts ? rest : (value ?? '');
  return before + interpolate(chosen, variables) + interpolate(text.slice(end + 1), variables);
}

function interpolateAll(value: unknown, variables: Variables): unknown {
  if (typeof value === 'string') return interpolate(value, variables);
  if (Array.isArray(value)) return value.map((one) => interpolateAll(one, variables));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, interpolateAll(one, variables)]));
}

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');

/** The text of docker-compose.yml. */
export const composeText = () => read('docker-compose.yml');

/** docker-compose.yml with these variables, and of its services those without a profile and those of these profiles. */
export function composeFile(variables: Variables = {}, profiles?: readonly string[]): ComposeFile {
  const file = interpolateAll(parse(composeText(), { merge: true }), variables) as ComposeFile;
  if (!profiles) return file;
  const active = Object.entries(file.services).filter(
    ([, one]) => !one.profiles || one.profiles.some((profile) => profiles.includes(profile)),
  );
  return { ...file, services: Object.fromEntries(active) };
}

/** The variables of a file such as `.env`; a line that a # takes out counts where `all` is true. */
export function envFile(path: string, all = false): Record<string, string> {
  const pattern = all ? /^#?(?<name>[A-Z]\w*)=(?<value>.*)$/gmu : /^(?<name>[A-Z]\w*)=(?<value>.*)$/gmu;
  return Object.fromEntries(
    [...read(path).matchAll(pattern)].map(({ groups }) => [groups?.name ?? '', groups?.value ?? '']),
  );
}
