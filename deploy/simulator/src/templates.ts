import type { MessageKind } from '@gerbang/contracts/message-kinds';
import { MESSAGE_TEMPLATES } from '@gerbang/contracts/message-templates';
import { registrations, type TemplateOwner } from '@gerbang/contracts/template-registration';
import type { TakenRegistration } from './template-rules.ts';

export const TEMPLATE_STATES = ['PENDING', 'APPROVED', 'REJECTED', 'PAUSED', 'DISABLED'] as const;
export type TemplateState = (typeof TEMPLATE_STATES)[number];
export const QUALITIES = ['GREEN', 'YELLOW', 'RED', 'UNKNOWN'] as const;

/** A template of the account. */
export interface StoredTemplate {
  readonly id: string;
  readonly name: string;
  readonly language: string;
  category: TakenRegistration['category'];
  status: TemplateState;
  reason: string;
  quality: (typeof QUALITIES)[number];
  components: TakenRegistration['components'];
  /** When it was edited, in milliseconds. */
  edits: number[];
}

const DAY_MS = 24 * 3600 * 1000;
const EDITS_A_MONTH = 10;
const FIRST_ID = 900_000_000_000_001;

/** Whether an approved template may be changed again: once in 24 hours and ten times in 30 days. */
function mayEdit({ status, edits }: StoredTemplate, now: number): boolean {
  if (status === 'PENDING' || status === 'DISABLED') return false;
  if (status !== 'APPROVED') return true;
  const since = (days: number) => edits.filter((at) => at > now - days * DAY_MS).length;
  return since(1) === 0 && since(30) < EDITS_A_MONTH;
}

/** The templates of the account: empty, or those of the portal as if Meta had approved them. */
export function createTemplates(owner: TemplateOwner, now: () => number = Date.now) {
  let all: StoredTemplate[] = [];
  let made = 0;

  function add({ name, language, category, components }: TakenRegistration): StoredTemplate {
    made += 1;
    const template: StoredTemplate = {
      id: String(FIRST_ID + made),
      name,
      language,
      category,
      components,
      status: 'PENDING',
      reason: 'NONE',
      quality: 'UNKNOWN',
      edits: [],
    };
    all.push(template);
    return template;
  }

  return {
    list: (): readonly StoredTemplate[] => all,
    find: (name: string, language: string) =>
      all.find((one) => one.name === name && one.language === language),
    byId: (id: string) => all.find((one) => one.id === id),
    add,
    /** Changes a template, which is reviewed again; false where Meta allows no further edit now. */
    edit(template: StoredTemplate, { category, components }: TakenRegistration): boolean {
      if (!mayEdit(template, now())) return false;
      Object.assign(template, { category, components, status: 'PENDING', reason: 'NONE' });
      template.edits.push(now());
      return true;
    },
    /** Those that an order means: of a kind, of a name, or all. */
    matching({ kind, name }: { kind?: MessageKind | undefined; name?: string | undefined }) {
      const wanted = name ?? (kind && MESSAGE_TEMPLATES[kind].name);
      return all.filter((one) => wanted === undefined || one.name === wanted);
    },
    /** Takes templates as if Meta had approved them, each in place of the one of its name; returns them. */
    put(registered: readonly TakenRegistration[]): StoredTemplate[] {
      return registered.map((one) => {
        all = all.filter(({ name, language }) => name !== one.name || language !== one.language);
        return Object.assign(add(one), { status: 'APPROVED' as const });
      });
    },
    /** Empties the account, or fills it with the portal's templates. */
    reset(what: 'ours' | 'none'): void {
      all = [];
      if (what === 'none') return;
      // The portal of the local run has no https, so that these are not held to the rules.
      for (const one of registrations(owner)) add(one as TakenRegistration).status = 'APPROVED';
    },
  };
}

export type Templates = ReturnType<typeof createTemplates>;
