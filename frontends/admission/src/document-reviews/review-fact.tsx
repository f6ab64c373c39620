import type { StaffFact } from '@gerbang/contracts/document-reviews';
import type { DocumentFact } from '@gerbang/domain/child-documents';
import { actorText } from '@gerbang/domain/roles';
import { Quiet } from '@gerbang/ui/layout';
import { Key } from '@gerbang/web-kit/desk/desk-foot.tsx';
import { formatDateShort } from '@gerbang/web-kit/page/format';
import { Check, TriangleAlert } from 'lucide-react';
import { styled } from 'styled-components';
import { reviewCopy as copy } from './document-reviews.copy.ts';

const Line = styled.li`
  display: grid;
  gap: 2px;
  padding: 6px 10px;
  border: 1px solid var(--border-subtle);
  border-radius: 10px;
  &:has(:checked) {
    border-color: var(--tone-success-fg);
    background: var(--tone-success-bg);
  }
  label {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 0 10px;
    align-items: center;
    min-height: 44px;
    cursor: pointer;
  }
  input {
    width: 20px;
    height: 20px;
    margin: 0;
    accent-color: var(--action-bg);
  }
`;

const Name = styled.span`
  display: flex;
  gap: 6px;
  align-items: center;
  font-size: 0.8125rem;
  line-height: 1.25;
  color: var(--text-secondary);
`;

// Papers write names in capital letters; a child's own spelling is compared letter by letter.
const Value = styled.strong<{ $capital: boolean }>`
  display: block;
  font-size: 1.125rem;
  line-height: 1.35;
  font-weight: 650;
  font-feature-settings: 'tnum';
  overflow-wrap: anywhere;
  text-transform: ${({ $capital }) => ($capital ? 'uppercase' : 'none')};
`;

const Same = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  font-size: 0.875rem;
  font-weight: 600;
  color: var(--tone-success-fg);
`;

const Hint = styled.p`
  display: flex;
  gap: 6px;
  font-size: 0.875rem;
  font-weight: 600;
  color: var(--tone-attention-fg);
`;

const CAPITAL: ReadonlySet<DocumentFact> = new Set(['child_name', 'parent_names', 'birth_place', 'address']);

function Typed({ of: { fact, values } }: { of: StaffFact }) {
  if (values.length === 0) return <Quiet as="span">{copy.notTyped}</Quiet>;
  return values.map((value) => (
    <Value key={value} $capital={CAPITAL.has(fact)}>
      {value}
    </Value>
  ));
}

const checkerOf = ({ by, at }: NonNullable<StaffFact['checked']>) =>
  copy.checkedBy(actorText(by), formatDateShort(at));

/** A fact with its tick; without `onTick` it says what was found. */
export function Fact({
  of,
  at,
  ticked,
  again,
  onTick,
}: {
  of: StaffFact;
  at: number;
  ticked: boolean;
  /** Whether it is to be compared again. */
  again: boolean;
  onTick: ((ticked: boolean) => void) | null;
}) {
  const same = (
    <Same>
      <Check size={16} aria-hidden="true" />
      {copy.same}
    </Same>
  );
  const words = (
    <span>
      <Name>
        {onTick ? <Key aria-hidden="true">{at}</Key> : null}
        {of.label}
      </Name>
      <Typed of={of} />
      {ticked ? same : null}
    </span>
  );
  return (
    <Line>
      {onTick ? (
        <label>
          {words}
          <input
            type="checkbox"
            checked={ticked}
            disabled={of.values.length === 0}
            onChange={({ target }) => onTick(target.checked)}
          />
        </label>
      ) : (
        words
      )}
      {of.hint ? (
        <Hint>
          <TriangleAlert size={16} aria-hidden="true" />
          {of.hint}
        </Hint>
      ) : null}
      {again ? (
        <Hint>
          <TriangleAlert size={16} aria-hidden="true" />
          {copy.again}
        </Hint>
      ) : null}
      {of.checked ? <Quiet $small>{checkerOf(of.checked)}</Quiet> : null}
    </Line>
  );
}
