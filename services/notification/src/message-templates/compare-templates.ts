import {
  kindOfName,
  type RegisteredComponent,
  type Registration,
} from '@gerbang/contracts/template-registration';
import type { AccountTemplate } from './graph.client.ts';

/** A template of the portal beside what the account has of it. */
export interface Compared {
  readonly ours: Registration;
  /** The newest version in the account; undefined where there is none. */
  readonly theirs: AccountTemplate | undefined;
  /** The parts in which they differ: `category`, `BODY`, `FOOTER`, `BUTTONS`, `HEADER`. */
  readonly differences: readonly string[];
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** What a component says, without samples and without what Meta adds by itself. */
function saidBy(
  component: RegisteredComponent | AccountTemplate['components'][number],
  isCode: boolean,
): unknown {
  const type = component.type.toUpperCase();
  if (isCode) {
    // Meta writes the text, and shows the code's button as one with an address.
    if (type === 'BODY') return field(component, 'add_security_recommendation');
    return type === 'FOOTER' ? field(component, 'code_expiration_minutes') : null;
  }
  if (type !== 'BUTTONS') return field(component, 'text');
  const buttons = field(component, 'buttons');
  return (Array.isArray(buttons) ? buttons : []).map((one) =>
    ['type', 'text', 'url'].map((name) => field(one, name)),
  );
}

function differencesOf(ours: Registration, theirs: AccountTemplate): string[] {
  const isCode = ours.category === 'AUTHENTICATION';
  const said = (components: readonly (RegisteredComponent | AccountTemplate['components'][number])[]) =>
    new Map(components.map((one) => [one.type.toUpperCase(), saidBy(one, isCode)]));
  const [wanted, present] = [said(ours.components), said(theirs.components)];
  const parts = [...new Set([...wanted.keys(), ...present.keys()])];
  return [
    ...(theirs.category.toUpperCase() === ours.category ? [] : ['category']),
    ...parts.filter((part) => JSON.stringify(wanted.get(part)) !== JSON.stringify(present.get(part))),
  ];
}

const versionOf = (name: string) => kindOfName(name)?.version ?? 0;

/** Each template of the portal beside the newest version of it that the account has. */
export function compareTemplates(
  ours: readonly Registration[],
  account: readonly AccountTemplate[],
): Compared[] {
  return ours.map((one) => {
    const kind = kindOfName(one.name)?.kind;
    const [theirs] = account
      .filter(({ name, language }) => language === one.language && kindOfName(name)?.kind === kind)
      .toSorted((a, b) => versionOf(b.name) - versionOf(a.name));
    return { ours: one, theirs, differences: theirs ? differencesOf(one, theirs) : [] };
  });
}

/** The name of the version after the one that the account has. */
export function nextName({ ours, theirs }: Compared): string {
  return theirs === undefined ? ours.name : `${ours.name}_v${versionOf(theirs.name) + 1}`;
}
