import { Fieldset } from '@gerbang/ui/form-section';
import { type Criterion } from '@gerbang/domain/waitlist';
import { Button, IconButton } from '@gerbang/ui/button';
import { Hint } from '@gerbang/ui/field';
import { Quiet, Row } from '@gerbang/ui/layout';
import { VisuallyHidden } from '@gerbang/ui/visually-hidden';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { CRITERION_WORDS, poolFormCopy as copy } from './seat-pools.copy.ts';

const Group = styled(Fieldset)`
  display: grid;
  gap: 8px;
`;

const Order = styled.ol`
  display: grid;
  border: 1px solid var(--border-control);
  border-radius: 10px;
  li {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 46px;
    padding-inline: 12px 4px;
  }
  li + li {
    border-block-start: 1px solid var(--border-subtle);
  }
  li > span:nth-child(2) {
    flex: 1;
    min-width: 0;
    line-height: 1.3;
  }
`;

const Place = styled.span`
  flex: none;
  width: 1.5em;
  color: var(--text-secondary);
  font-feature-settings: 'tnum';
`;

const LAST: Criterion = 'registered_at';

/** The criteria of an order, moved by buttons; the time of registration is always the last, so that no two are equal. */
export function CriteriaField({
  id,
  offered,
  values,
  onChange,
}: {
  id: string;
  /** What an order may go by here. */
  offered: readonly Criterion[];
  values: readonly Criterion[];
  onChange: (values: readonly Criterion[]) => void;
}) {
  const prefix = useId();
  const [told, setTold] = useState('');
  const focusNext = useRef<string | null>(null);
  // A row that moves loses the focus on its way.
  useEffect(() => {
    if (focusNext.current === null) return;
    document.getElementById(focusNext.current)?.focus();
    focusNext.current = null;
  });
  const chosen = values.filter((one) => one !== LAST);
  const set = (next: readonly Criterion[], said: string, focus: string) => {
    focusNext.current = focus;
    setTold(said);
    onChange([...next, LAST]);
  };
  const move = (at: number, by: 1 | -1) => {
    const one = chosen[at];
    const other = chosen[at + by];
    if (!one || !other) return;
    const next = chosen.with(at, other).with(at + by, one);
    const button = by === 1 ? 'down' : 'up';
    set(next, copy.place(CRITERION_WORDS[one], at + by + 1), `${prefix}-${button}-${one}`);
  };
  const unused = offered.filter((one) => one !== LAST && !chosen.includes(one));
  return (
    <Group id={id} tabIndex={-1} aria-describedby={`${id}-hint`}>
      <legend>{copy.criteria}</legend>
      <Hint id={`${id}-hint`}>{copy.criteriaHint}</Hint>
      <Order>
        {chosen.map((one, at) => {
          const words = CRITERION_WORDS[one];
          return (
            <li key={one}>
              <Place>{at + 1}.</Place>
              <span>{words}</span>
              <IconButton
                id={`${prefix}-up-${one}`}
                label={copy.up(words)}
                aria-disabled={at === 0}
                onClick={() => move(at, -1)}
              >
                <ArrowUp size={18} aria-hidden="true" />
              </IconButton>
              <IconButton
                id={`${prefix}-down-${one}`}
                label={copy.down(words)}
                aria-disabled={at === chosen.length - 1}
                onClick={() => move(at, 1)}
              >
                <ArrowDown size={18} aria-hidden="true" />
              </IconButton>
              <IconButton
                label={copy.drop(words)}
                onClick={() =>
                  set(
                    chosen.filter((other) => other !== one),
                    copy.dropped(words),
                    `${prefix}-use-${one}`,
                  )
                }
              >
                <X size={18} aria-hidden="true" />
              </IconButton>
            </li>
          );
        })}
        <li>
          <Place>{chosen.length + 1}.</Place>
          <span>
            {CRITERION_WORDS[LAST]}{' '}
            <Quiet as="span" $small>
              ({copy.last})
            </Quiet>
          </span>
        </li>
      </Order>
      {unused.length > 0 ? (
        <Row>
          {unused.map((one) => (
            <Button
              key={one}
              small
              variant="ghost"
              id={`${prefix}-use-${one}`}
              icon={<Plus size={16} aria-hidden="true" />}
              aria-label={copy.use(CRITERION_WORDS[one])}
              onClick={() =>
                set(
                  [...chosen, one],
                  copy.place(CRITERION_WORDS[one], chosen.length + 1),
                  `${prefix}-up-${one}`,
                )
              }
            >
              {CRITERION_WORDS[one]}
            </Button>
          ))}
        </Row>
      ) : null}
      <VisuallyHidden role="status">{told}</VisuallyHidden>
    </Group>
  );
}
