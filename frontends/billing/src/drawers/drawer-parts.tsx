import type { Drawer } from '@gerbang/contracts/drawers';
import { DRAWER_LABELS } from '@gerbang/domain/drawers';
import { StatusTag } from '@gerbang/ui/status-tag';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { copy } from './drawers.copy.ts';

const TONES = { open: 'info', closed: 'attention', signed: 'success' } as const;

/** The state of a drawer. */
export const DrawerTag = ({
  drawer: { state, automatic },
}: {
  drawer: Pick<Drawer, 'state' | 'automatic'>;
}) => (
  <StatusTag tone={automatic ? 'neutral' : TONES[state]}>
    {automatic && state === 'open' ? copy.automatic : DRAWER_LABELS[state]}
  </StatusTag>
);

/** The name of whose it is. */
export const holderOf = ({ person }: Pick<Drawer, 'person'>): string => person.name ?? copy.unnamed;

/** A difference with its sign. */
export const differenceText = (difference: number): string =>
  difference === 0 ? copy.exact : `${difference > 0 ? '+' : ''}${formatRupiah(difference)}`;
