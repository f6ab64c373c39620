import { Loading } from '@gerbang/web-kit/components/loading';
import { Dialog } from '@gerbang/ui/dialog';
import { useState } from 'react';
import { ChildForm } from './child-form.tsx';
import { useChild } from './children.api.ts';
import { childFormCopy as copy } from '@gerbang/web-kit/family/child-form.copy';
import { childrenCopy } from './children.copy.ts';

/** The dialog of a new or a known child; a known one is read first, with everything that the list leaves out. */
export function ChildDialog({
  userId,
  id,
  onClose,
}: {
  userId: string;
  /** Whom to change; null = a new child. */
  id: string | null;
  onClose: () => void;
}) {
  const child = useChild(id);
  const [unsaved, setUnsaved] = useState(false);
  const [asked, setAsked] = useState(false);
  const leave = () => (unsaved ? setAsked(true) : onClose());
  const loaded = id === null || (child.data !== undefined && !child.isFetching);
  return (
    <Dialog title={id === null ? copy.addTitle : copy.editTitle} dismissable={false} onClose={leave}>
      {loaded ? (
        <ChildForm
          userId={userId}
          child={child.data ?? null}
          asked={asked}
          onUnsaved={setUnsaved}
          onLeave={leave}
          onStay={() => setAsked(false)}
          onClose={onClose}
        />
      ) : (
        <Loading of={child} lines={10} label={childrenCopy.loading} failed={childrenCopy.loadFailed} />
      )}
    </Dialog>
  );
}
