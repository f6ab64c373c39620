import { RecordWait } from '@gerbang/web-kit/page/record-wait.tsx';
import type { Announcement } from '@gerbang/contracts/announcement-shapes';
import { Banner } from '@gerbang/ui/banner';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Columns, Row, Stack } from '@gerbang/ui/layout';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { useParams } from '@gerbang/web-kit/page/router';
import { ChevronLeft } from 'lucide-react';
import { createGlobalStyle, styled } from 'styled-components';
import { ActingDialogs, Conflict, AnnouncementActions, useOwnWork } from './actions.tsx';
import { useAnnouncement } from './announcements.api.ts';
import { actionCopy, detailCopy as copy } from './announcements.copy.ts';
import { DeliveryPanel } from './delivery-panel.tsx';
import { Examination } from './examination.tsx';
import { useActing } from './use-acting.ts';
import { useCan } from '@gerbang/web-kit/session/abilities';
import { AnnouncementText, Facts } from './facts.tsx';
import { PrintButton } from '@gerbang/web-kit/page/print-button.tsx';
import { ReachNote } from './reach-note.tsx';
import { ResultsTable } from './results-table.tsx';

/**
 * Only the announcement is printed: no navigation, no bar, no buttons; a table's head again on every page, and no
 * row cut in two.
 */
const PrintStyle = createGlobalStyle`
  @media print {
    @page {
      margin: 16mm;
    }
    body {
      font-size: 11pt;
    }
    #root aside,
    #root header:not(main header),
    #root footer,
    #root [aria-label='Notifikasi'],
    #root main button,
    #root main a,
    #root main nav,
    #root main [data-no-print] {
      display: none !important;
    }
    #root main {
      max-width: none;
      padding: 0;
    }
    #root main section {
      padding: 0;
      border: 0;
      background: none;
    }
    #root main thead {
      display: table-header-group;
    }
    #root main tr,
    #root main dl > div {
      break-inside: avoid;
    }
  }
`;

const Line = styled(Row)`
  @media (max-width: 639.98px) {
    a,
    button {
      min-height: 44px;
    }
  }
`;

const Title = styled.h2`
  font-size: 1.25rem;
  line-height: 1.4;
`;

const Quiet = styled.p`
  margin-block: 4px 16px;
  color: var(--text-secondary);
  font-feature-settings: 'tnum';
`;

/** The facts beside the text on desktops. */
const Sides = styled(Columns)`
  @media print {
    display: block;
  }
`;

const Content = styled(Stack)`
  h3 {
    font-size: 1rem;
  }
`;

function Shown({ announcement }: { announcement: Announcement }) {
  const acting = useActing();
  const ownWork = useOwnWork(announcement);
  const watches = useCan('announcements.delivery');
  const { counts, review_notes: notes } = announcement;
  return (
    <Stack>
      <PrintStyle />
      <Conflict acting={acting} />
      <Line $align="center" $justify="between" $gap={12}>
        <LinkButton to="/admin/announcements" $variant="secondary" $small>
          <ChevronLeft size={16} aria-hidden="true" />
          {copy.back}
        </LinkButton>
        <Row>
          <PrintButton>{copy.print}</PrintButton>
          <AnnouncementActions row={announcement} acting={acting} />
        </Row>
      </Line>
      {ownWork ? <Banner tone="info">{actionCopy.ownWork}</Banner> : null}
      <Sides $from={900} $tracks="minmax(0, 5fr) minmax(0, 4fr)">
        <Card aria-label={copy.content}>
          <Content $gap={12}>
            <Title>{announcement.title}</Title>
            <AnnouncementText text={announcement.content} />
            {notes ? (
              <>
                <h3>{copy.fields.notes}</h3>
                <AnnouncementText text={notes} />
              </>
            ) : null}
          </Content>
        </Card>
        <Card aria-label={copy.facts}>
          <Facts announcement={announcement} />
        </Card>
      </Sides>
      {announcement.status === 'published' && watches ? <DeliveryPanel announcement={announcement} /> : null}
      <Card aria-label={copy.results}>
        <CardTitle>{copy.results}</CardTitle>
        <Quiet>{copy.counts(counts)}</Quiet>
        <Stack>
          {announcement.status === 'draft' ? null : <Examination announcement={announcement} />}
          {announcement.status === 'draft' ? null : <ReachNote announcement={announcement} />}
          <ResultsTable announcement={announcement} />
        </Stack>
      </Card>
      <ActingDialogs acting={acting} />
    </Stack>
  );
}

/** /announcement/{id}: the announcement as staff see it, fit for paper. */
export function DetailPage() {
  const { id = '' } = useParams();
  const record = useAnnouncement(id);
  if (record.data) return <Shown key={id} announcement={record.data} />;
  const missing = { title: copy.missing, text: copy.missingText, toLabel: copy.back };
  return (
    <RecordWait
      of={record}
      missing={{ ...missing, to: '/admin/announcements' }}
      lines={10}
      label={copy.loading}
      failed={copy.loadFailed}
    />
  );
}
