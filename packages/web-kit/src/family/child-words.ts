import { childFormCopy as copy } from './child-form.copy.ts';
import type { ChildField } from './child-values.ts';
import { familyCopy, regionCopy } from './family.copy.ts';

/** The name of a field as its label says it. */
export function labelOf(name: ChildField): string {
  if (name === 'address') return familyCopy.address;
  return name in copy.fields
    ? copy.fields[name as keyof typeof copy.fields]
    : regionCopy[name as keyof typeof regionCopy].label;
}
