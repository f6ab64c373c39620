import { Button } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { sameChildCopy as copy } from './child-form.copy.ts';
import type { OtherChild } from './same-child.ts';

/** Names the child that is there already, leads to it, and lets the family save another one. */
export function SameChildDialog({
  other: { id, name },
  onOther,
  onOpen,
  onClose,
}: {
  other: OtherChild;
  onOther: () => void;
  onOpen?: (id: string) => void;
  onClose: () => void;
}) {
  return (
    <Dialog title={copy.title} dismissable={false} onClose={onClose}>
      <p>{copy.text(name)}</p>
      <p>{copy.choose}</p>
      <DialogActions>
        <Button variant="secondary" onClick={onOther}>
          {copy.saveOther}
        </Button>
        {onOpen ? (
          <Button onClick={() => onOpen(id)}>{copy.open(name)}</Button>
        ) : (
          <LinkButton to="/children">{copy.list}</LinkButton>
        )}
      </DialogActions>
    </Dialog>
  );
}
