import { levelLabel } from '@gerbang/web-kit/level-labels';
import { lazyPart } from '@gerbang/web-kit/lazy-page';
import { Loading } from '@gerbang/web-kit/components/loading';
import type { RegistrationRow } from '@gerbang/contracts/admission.types';
import { Button } from '@gerbang/ui/button';
import { Card } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { Row, Stack } from '@gerbang/ui/layout';
import { SearchBox } from '@gerbang/ui/search-box';
import { LinkButton } from '@gerbang/web-kit/components/link-button';
import { useSearchParams } from '@gerbang/web-kit/router';
import { ClipboardList, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { styled } from 'styled-components';
import { RegistrationCard, type RegistrationAction } from './registration-card.tsx';
import { useChildOptions, useRegistrations } from './registrations.api.ts';
import { registrationsCopy as copy } from './registrations.copy.ts';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const RegistrationDialog = lazyPart(() =>
  import('./registration-dialog.tsx').then((file) => file.RegistrationDialog),
);
const PaymentDialog = lazyPart(() =>
  import('../registration-payments/payment-dialog.tsx').then((file) => file.PaymentDialog),
);
const RemoveRegistrationDialog = lazyPart(() =>
  import('./remove-registration-dialog.tsx').then((file) => file.RemoveRegistrationDialog),
);

const List = styled.ul`
  display: grid;
  gap: 16px;
  margin: 0;
  padding: 0;
  list-style: none;
`;

type Open =
  | { readonly kind: 'add' }
  | { readonly kind: RegistrationAction; readonly row: RegistrationRow }
  | null;

/** Whether the names of the child or the level contain the typed text. */
function matches(row: RegistrationRow, search: string): boolean {
  const level = `${levelLabel(row.jenjang)} ${row.kelas ?? ''}`;
  return [row.child.full_name, row.child.nick_name ?? '', level].some((text) =>
    text.toLocaleLowerCase('id-ID').includes(search.toLocaleLowerCase('id-ID')),
  );
}

/** /registrations: the family's registrations with their actions. */
export function RegistrationsPage() {
  const list = useRegistrations();
  const children = useChildOptions();
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<Open>(null);
  const [address, setAddress] = useSearchParams();
  // Messages lead straight to a registration's history: /registrations?lihat=<id>.
  const linked = address.get('lihat');
  const [toggled, setToggled] = useState<readonly string[]>([]);
  const toggle = (id: string) =>
    setToggled((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]));
  const close = () => {
    setOpen(null);
    if (address.has('bayar')) setAddress({}, { replace: true });
  };

  if (list.isError || children.isError || !list.data || !children.data) {
    return <Loading of={[list, children]} card lines={6} label={copy.loading} failed={copy.loadFailed} />;
  }

  const shown = list.data.filter((row) => matches(row, search));
  // The dashboard and messages lead straight to a payment: /registrations?bayar=<id>.
  const wanted = list.data.find((row) => row.id === address.get('bayar'));
  const present: Open = open ?? (wanted ? { kind: 'pay', row: wanted } : null);
  const canAdd = children.data.length > 0;

  return (
    <Stack $width={800}>
      {list.data.length > 0 ? (
        <Row $gap={12}>
          <SearchBox label={copy.searchLabel} placeholder={copy.search} onSearch={setSearch} />
          {canAdd ? <AddButton onClick={() => setOpen({ kind: 'add' })} /> : null}
        </Row>
      ) : null}
      {list.data.length === 0 ? (
        <Card as="div">
          <EmptyState
            icon={<ClipboardList size={28} />}
            title={copy.empty}
            action={
              canAdd ? (
                <AddButton onClick={() => setOpen({ kind: 'add' })} />
              ) : (
                <LinkButton to="/children">{copy.toChildren}</LinkButton>
              )
            }
          >
            {canAdd ? copy.emptyText : copy.noChild}
          </EmptyState>
        </Card>
      ) : shown.length === 0 ? (
        <Card as="div" role="status">
          <EmptyState icon={<ClipboardList size={28} />} title={copy.noMatch} />
        </Card>
      ) : (
        <List aria-label={copy.listLabel}>
          {shown.map((row) => (
            <li key={row.id}>
              <RegistrationCard
                row={row}
                onAction={(kind) => setOpen({ kind, row })}
                isOpen={(row.id === linked) !== toggled.includes(row.id)}
                wasLinked={row.id === linked}
                onToggle={() => toggle(row.id)}
              />
            </li>
          ))}
        </List>
      )}
      <Suspense fallback={null}>
        {present?.kind === 'add' ? (
          <RegistrationDialog id={null} options={children.data} onClose={close} />
        ) : null}
        {present?.kind === 'edit' ? (
          <RegistrationDialog id={present.row.id} options={children.data} onClose={close} />
        ) : null}
        {present?.kind === 'pay' ? <PaymentDialog id={present.row.id} onClose={close} /> : null}
        {present?.kind === 'remove' ? <RemoveRegistrationDialog row={present.row} onClose={close} /> : null}
      </Suspense>
    </Stack>
  );
}

function AddButton({ onClick }: { onClick: () => void }) {
  return (
    <Button icon={<Plus size={18} aria-hidden="true" />} onClick={onClick}>
      {copy.add}
    </Button>
  );
}
