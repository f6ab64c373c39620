import { levelLabel } from '@gerbang/web-kit/page/level-labels';
import { lazyPart, lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import type { Registration, RegistrationRow } from '@gerbang/contracts/registrations';
import { callName } from '@gerbang/domain/family-steps';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Card } from '@gerbang/ui/card';
import { type ChoiceChip, ChoiceChips } from '@gerbang/ui/choice-chips';
import { EmptyState } from '@gerbang/ui/empty-state';
import { Row, Stack } from '@gerbang/ui/layout';
import { SearchBox } from '@gerbang/ui/search-box';
import { useDashboard } from '@gerbang/web-kit/api/dashboard';
import { initialsOf } from '@gerbang/web-kit/page/format';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from '@gerbang/web-kit/page/router';
import { ClipboardList, Plus } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { FeesInvitation } from '../registration-payments/fees-invitation.tsx';
import { feesTogether } from '../registration-payments/fees-together.ts';
import { GUIDED } from './guided-ways.ts';
import { RegistrationCard, type RegistrationAction } from './registration-card.tsx';
import { useChildOptions, useRegistrations } from './registrations.api.ts';
import { registrationsCopy as copy } from './registrations.copy.ts';
import { useSchool } from '@gerbang/web-kit/api/school';

// Dialogs bring React Aria along; it is loaded when the first one opens.
const RegistrationDialog = lazySheet(() =>
  import('./registration-dialog.tsx').then((file) => file.RegistrationDialog),
);
const RemoveRegistrationDialog = lazyPart(() =>
  import('./remove-registration-dialog.tsx').then((file) => file.RemoveRegistrationDialog),
);

const LeaveSheet = lazySheet(() => import('../withdrawals/leave-sheet.tsx').then((file) => file.LeaveSheet));

type Open =
  | { readonly kind: 'add'; readonly childId?: string }
  | { readonly kind: Exclude<RegistrationAction, 'pay'>; readonly row: RegistrationRow }
  | null;

/** The page where a registration's fee is paid. */
const paymentOf = (id: string) => `/registrations/${encodeURIComponent(id)}/bayar`;

/** Whether the names of the child or the level contain the typed text. */
function matches(row: RegistrationRow, search: string): boolean {
  const level = `${levelLabel(row.jenjang)} ${row.kelas ?? ''}`;
  return [row.child.full_name, row.child.nick_name ?? '', level].some((text) =>
    text.toLocaleLowerCase('id-ID').includes(search.toLocaleLowerCase('id-ID')),
  );
}

/** The children of these registrations, in their order, each once. */
function childrenOf(rows: readonly RegistrationRow[]): ChoiceChip[] {
  const byChild = new Map(rows.map((row) => [row.child_id, row.child]));
  return [...byChild].map(([key, child]) => ({
    key,
    label: callName(child),
    name: child.full_name,
    initials: initialsOf(callName(child)),
  }));
}

/** The child whose re-enrolment was just confirmed, as the page before says it; never in the address. */
const confirmedIn = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'confirmed' in state && typeof state.confirmed === 'string'
    ? state.confirmed
    : null;

/** That the re-enrolment arrived, and the school's own words on when the bill follows. */
function Confirmed({ child }: { child: string }) {
  const wait = useSchool().data?.texts.invoice_wait ?? '';
  return (
    <Banner tone="success" role="status">
      <p>{copy.confirmed(child, wait)}</p>
      <Link to="/enrollment">{copy.toEnrollment}</Link>
    </Banner>
  );
}

/** /registrations: the family's registrations with their actions, of one child at a time where there are several. */
export function RegistrationsPage() {
  const list = useRegistrations();
  const children = useChildOptions();
  const [search, setSearch] = useState('');
  const [address, setAddress] = useSearchParams();
  // A child that was just saved is registered next: /registrations?daftarkan=<child>.
  const wanted = address.get('daftarkan');
  const [open, setOpen] = useState<Open>(wanted === null ? null : { kind: 'add', childId: wanted });
  useEffect(() => {
    if (wanted !== null) setAddress({}, { replace: true });
  }, [wanted, setAddress]);
  const school = useSchool();
  // Messages lead straight to a registration's history: /registrations?lihat=<id>.
  const linked = address.get('lihat');
  const [chosen, setChosen] = useState<string | null>(null);
  const confirmed = confirmedIn(useLocation().state);
  // When and where an observation is stands in the dashboard's read.
  const { data: home } = useDashboard(
    list.data?.some((row) => row.current_stage === 'obs_scheduled') ?? false,
  );
  const [toggled, setToggled] = useState<readonly string[]>([]);
  const toggle = (id: string) =>
    setToggled((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]));
  const close = () => setOpen(null);
  const navigate = useNavigate();
  /** The step after a registration: its fee, with the family's other open fees where one transfer can pay them. */
  const toPayment = (made: Registration) => {
    if (made.payment_amount === 0) return;
    const rows = [...(list.data ?? []).filter(({ id }) => id !== made.id), made];
    const groups = school.data ? feesTogether(rows, school.data) : [];
    const together = groups.some(({ fees }) => fees.some(({ id }) => id === made.id));
    void navigate(together ? '/registrations/bayar' : paymentOf(made.id), { state: GUIDED });
  };
  const act = (kind: RegistrationAction, row: RegistrationRow) =>
    kind === 'pay' ? void navigate(paymentOf(row.id)) : setOpen({ kind, row });

  // The dashboard and messages lead straight to a payment: /registrations?bayar=<id>.
  const paid = address.get('bayar');
  if (paid !== null) return <Navigate to={paymentOf(paid)} replace />;
  if (list.isError || children.isError || !list.data || !children.data) {
    return (
      <Loading of={[list, children]} card lines={6} row={88} label={copy.loading} failed={copy.loadFailed} />
    );
  }

  const people = childrenOf(list.data);
  const first = list.data.find((row) => row.id === linked) ?? list.data[0];
  const child = people.some(({ key }) => key === chosen) ? chosen : (first?.child_id ?? null);
  // A search looks through all children.
  const shown = list.data.filter((row) => (search === '' ? row.child_id === child : matches(row, search)));
  const observations = home?.admission?.parent?.observations ?? [];
  const canAdd = children.data.length > 0;

  return (
    <Stack $width={800}>
      {confirmed === null ? null : <Confirmed child={confirmed} />}
      <FeesInvitation rows={list.data} />
      {list.data.length > 0 ? (
        <Row $gap={12}>
          <SearchBox label={copy.searchLabel} placeholder={copy.search} onSearch={setSearch} />
          {canAdd ? <AddButton quiet onClick={() => setOpen({ kind: 'add' })} /> : null}
        </Row>
      ) : null}
      {people.length > 1 && search === '' ? (
        <ChoiceChips label={copy.children} chips={people} value={child ?? ''} onChange={setChosen} />
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
          <EmptyState picture="no-result" title={copy.noMatch} />
        </Card>
      ) : (
        <Stack as="ul" aria-label={copy.listLabel}>
          {shown.map((row) => (
            <li key={row.id}>
              <RegistrationCard
                row={row}
                child={children.data.find(({ id }) => id === row.child_id)}
                observation={observations.find((one) => one.registration_id === row.id)}
                onAction={(kind) => act(kind, row)}
                isOpen={(row.id === linked) !== toggled.includes(row.id)}
                wasLinked={row.id === linked}
                openYears={school.data?.academic_years}
                onToggle={() => toggle(row.id)}
              />
            </li>
          ))}
        </Stack>
      )}
      <Suspense fallback={null}>
        {open?.kind === 'add' ? (
          <RegistrationDialog
            id={null}
            options={children.data}
            childId={open.childId}
            onCreated={toPayment}
            onClose={close}
          />
        ) : null}
        {open?.kind === 'edit' ? (
          <RegistrationDialog id={open.row.id} options={children.data} onClose={close} />
        ) : null}
        {open?.kind === 'leave' ? <LeaveSheet row={open.row} onClose={close} /> : null}
        {open?.kind === 'remove' ? <RemoveRegistrationDialog row={open.row} onClose={close} /> : null}
      </Suspense>
    </Stack>
  );
}

/** `quiet` beside registrations, whose own step comes first. */
function AddButton({ quiet = false, onClick }: { quiet?: boolean; onClick: () => void }) {
  return (
    <Button
      variant={quiet ? 'secondary' : 'primary'}
      icon={<Plus size={18} aria-hidden="true" />}
      onClick={onClick}
    >
      {copy.add}
    </Button>
  );
}
