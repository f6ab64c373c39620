import { familyCopy, regionCopy } from '@gerbang/web-kit/family/family.copy';
import { ALIVE_LABELS, INCOME_LABELS, profileCopy as copy } from './profile.copy.ts';

/** A field's value as the form words it. */
export function wordOf(name: string, value: string): string {
  const words: Readonly<Record<string, string>> = name.endsWith('_alive_status')
    ? ALIVE_LABELS
    : name.endsWith('_income')
      ? INCOME_LABELS
      : {};
  return words[value] ?? value;
}

/** The name of a field as its label says it; `who` in front of it where both parents have one. */
export function labelOf(name: string, withWho = false): string {
  const [, who, field] = /^(father|mother)_(.+)$/u.exec(name) ?? [];
  if (who && field && field in copy.person) {
    const label = copy.person[field as keyof typeof copy.person];
    return withWho ? `${label} ${who === 'father' ? 'ayah' : 'ibu'}` : label;
  }
  if (name in regionCopy) return regionCopy[name as keyof typeof regionCopy].label;
  return name === 'contact_phone' ? copy.contactPhone : familyCopy.address;
}
