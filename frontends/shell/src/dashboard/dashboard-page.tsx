import { can } from '@gerbang/domain/abilities';
import { buttonCss, type ButtonVariant } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { formatBothCalendars } from '@gerbang/web-kit/format';
import { Link } from '@gerbang/web-kit/router';
import { useSession } from '@gerbang/web-kit/session';
import { CircleCheck, ClipboardList, Inbox } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import { copy } from '../copy.ts';

const text = copy.dashboard;

const Stack = styled.div`
  display: grid;
  gap: 24px;
  max-width: 800px;
`;

const Welcome = styled(Card)`
  h2 {
    font-size: 1.5rem;
    line-height: 1.33;
  }
  h3 {
    margin-block: 20px 8px;
    font-size: 1rem;
  }
  li {
    display: flex;
    gap: 12px;
    padding-block: 6px;
  }
  li svg {
    margin-block-start: 2px;
    color: var(--text-link);
  }
`;

const Muted = styled.p`
  color: var(--text-secondary);
`;

const ButtonLink = styled(Link)<{ $variant?: ButtonVariant }>`
  ${buttonCss}
`;

function Greeting({ name }: { name: string }) {
  const [today] = useState(() => formatBothCalendars(new Date()));
  return (
    <>
      <h2>
        {text.salam}, {name}
      </h2>
      <Muted>{today}</Muted>
    </>
  );
}

function ParentCards({ name }: { name: string }) {
  return (
    <Stack>
      <Welcome>
        <Greeting name={name} />
        <h3>{text.adviceTitle}</h3>
        <ul>
          {text.advice.map((line) => (
            <li key={line}>
              <CircleCheck size={20} aria-hidden="true" />
              {line}
            </li>
          ))}
        </ul>
      </Welcome>
      <Card>
        <CardTitle>{text.statusTitle}</CardTitle>
        <EmptyState
          icon={<ClipboardList size={28} />}
          title={text.noRegistrations}
          action={<ButtonLink to="/registrations">{text.registerNow}</ButtonLink>}
        >
          {text.noRegistrationsText}
        </EmptyState>
      </Card>
    </Stack>
  );
}

/** The frame of the dashboard; its cards come from the areas (accounts §2, Parent dashboard). */
export function DashboardPage() {
  const { user } = useSession();
  if (!user) return null;
  const name = user.name || copy.user.fallbackName;
  if (user.role === 'wali_murid') return <ParentCards name={name} />;
  return (
    <Stack>
      <Welcome>
        <Greeting name={name} />
      </Welcome>
      <Card>
        <CardTitle>{text.staffTitle}</CardTitle>
        <EmptyState
          icon={<Inbox size={28} />}
          title={text.staffNone}
          action={
            can(user.role, 'users.manage') ? (
              <ButtonLink to="/admin/users" $variant="secondary">
                {text.users}
              </ButtonLink>
            ) : null
          }
        >
          {text.staffNoneText}
        </EmptyState>
      </Card>
    </Stack>
  );
}
