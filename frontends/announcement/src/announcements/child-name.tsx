import type { WaitingStudent } from '@gerbang/contracts/announcement.types';
import { childCopy as copy } from './announcements.copy.ts';

/** What a list knows of a child beside the name. */
export interface ChildMark {
  readonly child: Pick<WaitingStudent['child'], 'gender' | 'parent_name'>;
  readonly number: string;
}

/** `putri Laila Fitriani · 00107`: tells namesakes apart; an older copy knows the number alone. */
export function markOf({ child, number }: ChildMark): string {
  const last = number.slice(number.lastIndexOf('-') + 1);
  return child.parent_name ? `${copy.of(child.gender, child.parent_name)} · ${last}` : last;
}
