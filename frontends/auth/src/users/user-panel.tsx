import type { User } from '@gerbang/contracts/users';
import { can } from '@gerbang/domain/abilities';
import { ROLE_LABELS } from '@gerbang/domain/roles';
import { refuseChange, refuseDeletion, refuseRevocation, shownEmail } from '@gerbang/domain/users';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { EmptyState } from '@gerbang/ui/empty-state';
import { langOf } from '@gerbang/ui/lang';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { Skeleton } from '@gerbang/ui/skeleton';
import { StatusTag } from '@gerbang/ui/status-tag';
import { SummaryList } from '@gerbang/ui/summary-list';
import { RemoveButton } from '@gerbang/ui/table-style';
import { DeskFoot } from '@gerbang/web-kit/desk/desk-foot.tsx';
import { DeskPanel } from '@gerbang/web-kit/desk/desk-panel.tsx';
import { FamilyLink } from '@gerbang/web-kit/desk/family-link.tsx';
import { useShortcuts } from '@gerbang/web-kit/desk/shortcuts';
import type { OpenedAmong } from '@gerbang/web-kit/lists/use-opened';
import { formatDateLong, formatPhone } from '@gerbang/web-kit/page/format';
import { FileQuestion } from 'lucide-react';
import { marksOf, whoOf } from './user-columns.tsx';
import { panelCopy as copy, usersCopy } from './users.copy.ts';

const { columns } = usersCopy;

const ACTS = ['revoke', 'edit', 'clearFactors', 'remove'] as const;
export type UserAct = (typeof ACTS)[number];

/** What the domain's rules allow the actor to do with an account that is in use. */
function actsOn(actor: User, target: User, activeAdmins: number): readonly UserAct[] {
  if (!can(actor.role, 'users.manage') || target.closed_at) return [];
  const may: Readonly<Record<UserAct, boolean>> = {
    revoke: refuseRevocation(actor, target) === null,
    edit: refuseChange(actor, target, undefined, activeAdmins) === null,
    clearFactors: can(actor.role, 'factors.clear') && target.id !== actor.id,
    remove: refuseDeletion(actor, target, activeAdmins) === null,
  };
  return ACTS.filter((act) => may[act]);
}

/** The open account with what may be done with it; what cannot be taken back stands apart. */
export function UserPanel({
  actor,
  row: user,
  reading,
  opened,
  activeAdmins,
  waits,
  keys,
  onAct,
}: {
  actor: User;
  /** The row of the list; undefined where the list does not have it. */
  row: User | undefined;
  /** Whether the list is still being read. */
  reading: boolean;
  opened: OpenedAmong;
  activeAdmins: number;
  /** What a second person has to do yet; null = nothing. */
  waits: string | null;
  /** Whether its keys work now. */
  keys: boolean;
  onAct: (act: UserAct, target: User) => void;
}) {
  useShortcuts({ j: opened.toNext, k: opened.toPrevious, escape: opened.close }, keys);
  if (!user)
    return (
      <DeskPanel label={copy.title} title={copy.title} opened={opened}>
        {reading ? (
          <Skeleton lines={6} label={usersCopy.loading} />
        ) : (
          <EmptyState icon={<FileQuestion size={28} />} title={copy.missing}>
            {copy.missingText}
          </EmptyState>
        )}
      </DeskPanel>
    );
  const acts = actsOn(actor, user, activeAdmins);
  const plain = acts.filter((act) => act === 'revoke' || act === 'edit');
  const dangerous = acts.filter((act) => act === 'clearFactors' || act === 'remove');
  const { contact_phone: phone, closed_at: closed } = user;
  return (
    <DeskPanel
      label={copy.title}
      title={whoOf(user)}
      about={
        <Row $align="center">
          {marksOf(user, actor).map((mark) => (
            <StatusTag key={mark}>{mark}</StatusTag>
          ))}
          {user.role === 'wali_murid' && !closed ? <FamilyLink id={user.id} /> : null}
        </Row>
      }
      opened={opened}
      position={opened.position}
      foot={
        plain.length > 0 ? (
          <DeskFoot>
            {plain.map((act) => (
              <Button
                key={act}
                variant={act === 'edit' ? 'primary' : 'secondary'}
                onClick={() => onAct(act, user)}
              >
                {usersCopy[act]}
              </Button>
            ))}
          </DeskFoot>
        ) : null
      }
    >
      <Stack>
        {waits === null ? null : (
          <Banner tone="attention">
            <p>
              <b>{usersCopy.waitsFor(whoOf(user))}</b>
            </p>
            <p>{waits}</p>
          </Banner>
        )}
        <SummaryList
          rows={[
            { label: columns.email, value: shownEmail(user.email) },
            {
              label: columns.role,
              value: <span lang={langOf(ROLE_LABELS[user.role])}>{ROLE_LABELS[user.role]}</span>,
            },
            ...(closed
              ? [{ label: columns.closed, value: formatDateLong(closed) }]
              : [
                  {
                    label: copy.phone,
                    value: phone && copy.proved(formatPhone(phone), user.phone_verified),
                  },
                ]),
            { label: columns.joined, value: formatDateLong(user.created_at) },
          ]}
        />
        {dangerous.length > 0 ? (
          <Stack as="section" $gap={8} aria-label={copy.danger}>
            <h3>{copy.danger}</h3>
            {dangerous.map((act) => (
              <div key={act}>
                <Quiet $small>{copy[`${act}Text`]}</Quiet>
                <RemoveButton small onClick={() => onAct(act, user)}>
                  {usersCopy[act]}
                </RemoveButton>
              </div>
            ))}
          </Stack>
        ) : null}
      </Stack>
    </DeskPanel>
  );
}
