import type { WaitingStudent } from '@gerbang/contracts/announcement-shapes';
import { childKin, marked, numberEnd } from '@gerbang/web-kit/page/format';

/** What a list knows of a child beside the name. */
export interface ChildMark {
  readonly child: Pick<WaitingStudent['child'], 'gender' | 'parent_name' | 'name_from_account'>;
  readonly number: string;
}

/** `putri Laila Fitriani`; null where an older copy knows no parent. */
export const kinOf = ({
  child: { gender, parent_name, name_from_account: account },
}: Pick<ChildMark, 'child'>) => childKin({ gender, parent: parent_name ?? (account && marked(account)) });

/** `putri Laila Fitriani · 00107`: tells namesakes apart; an older copy knows the number alone. */
export const markOf = (of: ChildMark) => [kinOf(of), numberEnd(of.number)].filter(Boolean).join(' · ');
