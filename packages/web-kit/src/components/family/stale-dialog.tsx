import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { styled } from 'styled-components';
import { staleCopy as copy } from '../../family/family.copy.ts';

const Fields = styled.dl`
  display: grid;
  gap: 12px;
  margin: 0;
  dt {
    font-weight: 600;
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
`;

export interface Conflict {
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
}

/** Two people, one record: shows both states and lets the family choose; closing it loses nothing. */
export function StaleDialog({
  who,
  conflicts,
  onMine,
  onTheirs,
  onClose,
}: {
  who: string;
  conflicts: readonly Conflict[];
  onMine: () => void;
  onTheirs: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog title={copy.title} isOpen dismissable={false} onClose={onClose}>
      <p>{who}</p>
      <p>{conflicts.length > 0 ? copy.kept : copy.merged}</p>
      <Fields>
        {conflicts.map(({ label, mine, theirs }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {copy.mine}: {mine || copy.empty}
            </dd>
            <dd>
              {copy.theirs}: {theirs || copy.empty}
            </dd>
          </div>
        ))}
      </Fields>
      <DialogActions>
        <Button variant="secondary" onClick={onTheirs}>
          {copy.takeTheirs}
        </Button>
        <Button onClick={onMine}>{copy.saveMine}</Button>
      </DialogActions>
    </Dialog>
  );
}
