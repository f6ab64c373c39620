import type { StaleState } from '@gerbang/contracts/problem';
import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { whoChanged } from './stale-words.ts';

const copy = {
  title: 'Data sudah diubah',
  kept: 'Isian Anda masih ada. Pilih mana yang dipakai.',
  mine: 'Isian Anda',
  theirs: 'Data terbaru',
  empty: '-',
  merged: 'Perubahan itu tidak menyangkut isian Anda.',
  saveMine: 'Simpan isian saya',
  takeTheirs: 'Pakai data terbaru',
} as const;

const Fields = styled.dl`
  display: grid;
  gap: 12px;
  dt {
    font-weight: 600;
  }
`;

/** A field that both have changed. */
interface Conflict {
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
}

/** Two people changed one record: says who was first and asks whose state is kept. Closing it loses nothing. */
export function ConflictDialog({
  stale,
  title = copy.title,
  conflicts,
  instead,
  onMine,
  onTheirs,
  onClose,
}: {
  stale: StaleState;
  title?: string;
  /** The fields that both have changed; absent where the record is compared as a whole. */
  conflicts?: readonly Conflict[];
  /** Where nothing can be kept any more: why, and the way on, in place of the choice. */
  instead?: { readonly text: string; readonly action: ReactNode };
  onMine: () => void;
  onTheirs: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog title={title} dismissable={false} onClose={onClose}>
      <p>{whoChanged(stale)}</p>
      <p>{instead?.text ?? (conflicts?.length === 0 ? copy.merged : copy.kept)}</p>
      {conflicts ? (
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
      ) : null}
      <DialogActions>
        {instead?.action ?? (
          <>
            <Button variant="secondary" onClick={onTheirs}>
              {copy.takeTheirs}
            </Button>
            <Button onClick={onMine}>{copy.saveMine}</Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}
