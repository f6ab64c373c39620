import { CONFIDENCE_LABELS } from '@gerbang/domain/bank-matches';
import { Banner } from '@gerbang/ui/banner';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { Key } from '@gerbang/web-kit/desk/desk-foot.tsx';
import { formatRupiah } from '@gerbang/web-kit/page/format';
import { Fragment, useId } from 'react';
import { styled } from 'styled-components';
import type { BankLine, LineMatch } from '../bank-statements/bank-statements.api.ts';
import { copy } from './bank-matches.copy.ts';
import { amountOf, bookedWith, choicesOf } from './fees-together.ts';
import { Amounts, Reasons } from './match-parts.tsx';
import { CONFIDENCE_TONES } from './match-tones.ts';

const Choice = styled.label`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: 2px 10px;
  align-items: start;
  padding: 10px 12px;
  border: 1px solid var(--border-control);
  border-radius: 12px;
  cursor: pointer;
  font-feature-settings: 'tnum';
  &:has(:checked) {
    border-color: var(--action2-border);
    background: var(--bg-selected);
    box-shadow: inset 0 0 0 1px var(--action2-border);
  }
  input {
    width: 20px;
    height: 20px;
    margin: 2px 0 0;
    accent-color: var(--action-bg);
  }
  > div {
    display: grid;
    gap: 4px;
    min-width: 0;
  }
`;

/** Where the line's money would go. */
function Destinations({ line, match }: { line: BankLine; match: LineMatch }) {
  const rows = [
    [match.kind === 'invoice' ? copy.toTarget : copy.toFee, amountOf(match)],
    [copy.toSurplus, match.surplus],
    [copy.toRest, match.rest],
  ] as const;
  const waiting = match.waiting_amount;
  return (
    <Stack $gap={8}>
      <section aria-label={copy.split}>
        <Amounts>
          {rows.map(([label, amount]) =>
            amount === 0 ? null : (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{formatRupiah(amount)}</dd>
              </div>
            ),
          )}
        </Amounts>
      </section>
      {waiting === null ? null : waiting === match.amount ? (
        <Quiet $small>{copy.waitingSame}</Quiet>
      ) : (
        <Banner tone="attention">
          <p>
            <strong>{copy.waiting(formatRupiah(waiting), formatRupiah(line.amount))}</strong>
          </p>
          <p>{copy.waitingText}</p>
        </Banner>
      )}
    </Stack>
  );
}

/** What a line may pay, the surest first: one is chosen, with its reasons and where the money would go. */
export function Candidates({
  line,
  chosen,
  onChoose,
}: {
  line: BankLine;
  chosen: LineMatch;
  onChoose: (match: LineMatch) => void;
}) {
  const name = useId();
  const choices = choicesOf(line.matches);
  const several = choices.length > 1;
  return (
    <Stack $gap={12}>
      {several ? <Quiet $small>{copy.tie}</Quiet> : null}
      <Stack as="ul" $gap={8} aria-label={copy.candidates} role="radiogroup">
        {choices.map((match, index) => (
          <li key={match.id} role="presentation">
            <Choice>
              <input
                type="radio"
                name={name}
                checked={match.id === chosen.id}
                aria-keyshortcuts={several ? String(index + 1) : undefined}
                onChange={() => onChoose(match)}
              />
              <div>
                {bookedWith(line.matches, match).map((one) => (
                  <Fragment key={one.id}>
                    <strong>{one.child_name}</strong>
                    <Quiet as="span" $small $figures>
                      {copy.kinds[one.kind]} · {one.number} · {copy.owed(formatRupiah(one.owed))}
                    </Quiet>
                  </Fragment>
                ))}
                {match.together ? (
                  <Quiet as="span" $small>
                    {copy.together(bookedWith(line.matches, match).length)}
                  </Quiet>
                ) : null}
                {match.confidence ? (
                  <span>
                    <StatusTag tone={CONFIDENCE_TONES[match.confidence]}>
                      {CONFIDENCE_LABELS[match.confidence]}
                    </StatusTag>
                  </span>
                ) : null}
                <Reasons of={match.reasons} />
              </div>
              {several ? <Key>{index + 1}</Key> : <span />}
            </Choice>
          </li>
        ))}
      </Stack>
      <Destinations line={line} match={chosen} />
    </Stack>
  );
}
