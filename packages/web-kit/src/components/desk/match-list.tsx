import type { ProofCheck, SameProof } from '@gerbang/contracts/proof-checks.types';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { VisuallyHidden } from '@gerbang/ui/visually-hidden';
import { Check, CircleAlert, Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { deskCopy as copy } from '../../desk.copy.ts';
import { formatDateShort, formatRupiah, formatTime } from '../../format.ts';

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
    overflow-wrap: anywhere;
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

const nameOf = (same: SameProof) =>
  [same.child_name, same.number].filter(Boolean).join(' · ') || copy.sameUnknown;

/** What the portal knows beside the proof; only what it compared itself has a tick. */
export function MatchList({
  check,
  compared,
  onCompare,
}: {
  check: ProofCheck;
  /** The proof that stands beside it now. */
  compared: SameProof | null;
  onCompare: (same: SameProof | null) => void;
}) {
  const { payer, payer_is: who, account, sent_at: sent, same } = check;
  return (
    <>
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
        <Line mark={same.length > 0 ? 'warn' : 'fits'} label={copy.same}>
          {same.length > 0 ? <strong>{same.length}</strong> : copy.none}
        </Line>
      </List>
      {same.map((one) => (
        <Banner key={one.proof_url} tone="attention">
          <p>{copy.sameAs(nameOf(one))}</p>
          <Button
            small
            variant="ghost"
            aria-pressed={compared?.proof_url === one.proof_url}
            onClick={() => onCompare(compared?.proof_url === one.proof_url ? null : one)}
          >
            {compared?.proof_url === one.proof_url ? copy.endCompare : copy.compare}
          </Button>
        </Banner>
      ))}
    </>
  );
}
