import type { User } from '@gerbang/contracts/users';
import { Button } from '@gerbang/ui/button';
import { ToolWord } from '@gerbang/web-kit/lists/page-tools.tsx';
import { useAddressParams } from '@gerbang/web-kit/lists/use-address-params';
import { lazyPart } from '@gerbang/web-kit/page/lazy-page';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { UserAct } from './user-panel.tsx';
import { useUserChanges } from './users.api.ts';
import { usersCopy as copy } from './users.copy.ts';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const UserDialog = lazyPart(() => import('./user-dialog.tsx').then((file) => file.UserDialog));
const UserConfirmDialog = lazyPart(() =>
  import('./user-confirm-dialog.tsx').then((file) => file.UserConfirmDialog),
);
const ClearFactorsDialog = lazyPart(() =>
  import('./clear-factors-dialog.tsx').then((file) => file.ClearFactorsDialog),
);

type Asked = { readonly act: UserAct; readonly target: User } | { readonly act: 'add' };

/** Which dialog of the accounts is open, and of which account a change waits for a second person. */
export function useUserActs() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [waits, setWaits] = useState<{ readonly id: string; readonly text: string } | null>(null);
  const target = asked === null || asked.act === 'add' ? null : asked.target;
  return {
    asked,
    target,
    ask: (next: Asked) => {
      setWaits(null);
      setAsked(next);
    },
    close: () => setAsked(null),
    onWaits: (text: string) => setWaits(target && { id: target.id, text }),
    waitsOf: (id: string) => (waits?.id === id ? waits.text : null),
  };
}

type Acts = ReturnType<typeof useUserActs>;

/** Begins a new account. */
export function AddUser({ acts }: { acts: Acts }) {
  return (
    <Button icon={<UserPlus size={18} aria-hidden="true" />} onClick={() => acts.ask({ act: 'add' })}>
      <ToolWord $from={1400}>{copy.add}</ToolWord>
    </Button>
  );
}

/** The open dialog. A removed account is no longer in the list, which begins anew. */
export function UserDialogs({
  acts: { asked, target, close, onWaits },
  actor,
  activeAdmins,
  restart,
}: {
  acts: Acts;
  actor: User;
  activeAdmins: number;
  restart: () => void;
}) {
  const changes = useUserChanges();
  const { write } = useAddressParams();
  const shared = { changes, onClose: close, onWaits };
  if (asked?.act === 'add' || asked?.act === 'edit')
    return <UserDialog {...shared} actor={actor} target={target} activeAdmins={activeAdmins} />;
  if (asked?.act === 'clearFactors') return <ClearFactorsDialog {...shared} target={asked.target} />;
  if (asked?.act === 'remove' || asked?.act === 'revoke')
    return (
      <UserConfirmDialog
        kind={asked.act}
        target={asked.target}
        changes={changes}
        onClose={(done) => {
          close();
          if (!done || asked.act === 'revoke') return;
          restart();
          write({ id: null, cursor: null, halaman: null }, { replace: true });
        }}
      />
    );
  return null;
}
