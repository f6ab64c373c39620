import type { ProofCheck } from '@gerbang/contracts/proof-checks';
import { VisuallyHidden } from '@gerbang/ui/visually-hidden';
import { Check, CircleAlert, Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { deskCopy as copy } from './desk.copy.ts';
import { formatDateShort, formatRupiah, formatTime } from '../page/format.ts';

type Mark = keyof typeof copy.marks;
const ICONS = { fits: Check, look: Eye, warn: CircleAlert } as const;

const List = styled.dl`
  font-size: 0.875rem;
  line-height: 1.43;
  font-feature-settings: 'tnum';
  > div {
    display: grid;
    grid-template-columns: 22px auto minmax(0, 1fr);
    gap: 2px 6px;
    align-items: center;
    min-height: 40px;
    padding-block: 4px;
    border-block-end: 1px solid var(--border-subtle);
  }
  svg[data-mark='fits'] {
    color: var(--tone-success-fg);
  }
  svg[data-mark='warn'] {
    color: var(--tone-attention-fg);
  }
  dt {
    color: var(--text-secondary);
  }
  dd {
    text-align: end;
  }
  small {
    display: block;
    font-size: 0.8125rem;
    color: var(--text-secondary);
  }
`;

function Line({ mark, label, children }: { mark: Mark; label: string; children: ReactNode }) {
  const Icon = ICONS[mark];
  return (
    <div>
      <Icon size={18} aria-hidden="true" data-mark={mark} />
      <dt>{label}</dt>
      <dd>
        {children} <VisuallyHidden>({copy.marks[mark]})</VisuallyHidden>
      </dd>
    </div>
  );
}

function Amount({ check: { amount, expected } }: { check: ProofCheck }) {
  const open = formatRupiah(expected);
  return (
    <Line mark={amount > expected ? 'warn' : 'look'} label={copy.amount}>
      <strong>{formatRupiah(amount)}</strong>
      {amount === expected ? null : <small>{amount > expected ? copy.tooMuch(open) : copy.of(open)}</small>}
    </Line>
  );
}

/** What the portal knows beside the proof; only what it compared itself has a tick. */
export function MatchList({ check }: { check: ProofCheck }) {
  const { payer, payer_is: who, account, sent_at: sent, same } = check;
  const alike = same.filter(({ alert }) => alert.status !== 'dismissed').length;
  return (
    <List>
      <Amount check={check} />
      <Line mark={who ? 'fits' : 'look'} label={copy.payer}>
        {who ? <strong>{copy.payers[who]}</strong> : payer ? copy.otherPayer : copy.empty}
        {payer ? <small>{payer}</small> : null}
      </Line>
      {account ? (
        <Line mark="look" label={copy.account}>
          {account}
        </Line>
      ) : null}
      {sent ? (
        <Line mark="look" label={copy.sent}>
          <time dateTime={sent}>
            {formatDateShort(sent)}, {formatTime(new Date(sent))}
          </time>
        </Line>
      ) : null}
      <Line mark={alike > 0 ? 'warn' : 'fits'} label={copy.same}>
        {alike > 0 ? <strong>{alike}</strong> : copy.none}
      </Line>
    </List>
  );
}
