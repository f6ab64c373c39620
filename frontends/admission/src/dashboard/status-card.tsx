import type { RegistrationRow } from '@gerbang/contracts/registrations';
import { STAGE_LABELS } from '@gerbang/domain/registration-stages';
import { stageTone } from '@gerbang/domain/status-tones';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Disclosure } from '@gerbang/ui/disclosure';
import { EmptyState } from '@gerbang/ui/empty-state';
import { Quiet, Row, Text } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { ChevronDown, ChevronUp, ClipboardList } from 'lucide-react';
import { useId, useState } from 'react';
import { styled } from 'styled-components';
import { levelText } from '@gerbang/web-kit/page/format';
import { dashboardCopy as copy } from './dashboard.copy.ts';
import { StageHistory } from '../registration-stages/stage-history.tsx';

const List = styled.ul`
  display: grid;
  > li {
    display: grid;
    padding-block: 8px;
    border-block-start: 1px solid var(--border-subtle);
  }
  > li:first-child {
    border-block-start: 0;
  }
  > li:last-child {
    padding-block-end: 0;
  }
`;

const Folded = styled(Card)`
  padding-block: 8px;
`;

const Name = styled.h3`
  font-size: 1rem;
  line-height: 1.5;
`;

/** 'Status Pendaftaran': the registrations, each opening its history; folded, since the rail above says where each child stands. */
export function StatusCard({
  registrations,
  hasChildren,
}: {
  registrations: readonly RegistrationRow[];
  hasChildren: boolean;
}) {
  if (registrations.length > 0) {
    return (
      <Folded as="div">
        <Disclosure label={copy.statusOf(registrations.length)}>
          <List>
            {registrations.map((row) => (
              <StatusRow key={row.id} row={row} />
            ))}
          </List>
        </Disclosure>
      </Folded>
    );
  }
  return (
    <Card>
      <CardTitle>{copy.statusTitle}</CardTitle>
      <EmptyState
        icon={<ClipboardList size={28} />}
        title={copy.empty}
        action={<LinkButton to="/registrations">{copy.registerNow}</LinkButton>}
      >
        {hasChildren ? copy.emptyText : copy.noChildren}
      </EmptyState>
    </Card>
  );
}

function StatusRow({ row }: { row: RegistrationRow }) {
  const [open, setOpen] = useState(false);
  const region = useId();
  const label = open ? copy.close : copy.open;
  return (
    <li>
      <Row $justify="between" $align="center">
        <div>
          <Name>{row.child.full_name}</Name>
          <Quiet $small $figures>
            {levelText(row.jenjang, row.kelas)} ·{' '}
            <Text as="span" $whole>
              {copy.number(row.registration_number)}
            </Text>
          </Quiet>
        </div>
        <Row $align="center">
          <StatusTag tone={stageTone(row.current_stage, 'parent')}>
            {STAGE_LABELS[row.current_stage]}
          </StatusTag>
          <Button
            variant="ghost"
            aria-expanded={open}
            aria-controls={region}
            aria-label={copy.detailOf(label, row.child.full_name)}
            icon={
              open ? <ChevronUp size={18} aria-hidden="true" /> : <ChevronDown size={18} aria-hidden="true" />
            }
            onClick={() => setOpen(!open)}
          >
            {label}
          </Button>
        </Row>
      </Row>
      <div id={region}>{open ? <StageHistory id={row.id} viewer="parent" /> : null}</div>
    </li>
  );
}
