import type { WaitingStudent } from '@gerbang/contracts/announcement-shapes';
import { childMark, marked } from '@gerbang/web-kit/page/format';

/** What a list knows of a child beside the name. */
export interface ChildMark {
  readonly child: Pick<WaitingStudent['child'], 'gender' | 'parent_name' | 'name_from_account'>;
  readonly number: string;
}

/** `putri Laila Fitriani · 00107`: tells namesakes apart; an older copy knows the number alone. */
export const markOf = ({ child: { gender, parent_name, name_from_account: account }, number }: ChildMark) =>
  childMark({ gender, parent: parent_name ?? (account && marked(account)), number });
