import { Row } from '@gerbang/ui/layout';
import { RecordWait } from '@gerbang/web-kit/page/record-wait.tsx';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import type { Announcement } from '@gerbang/contracts/announcement-shapes';
import type { AnnouncementStatus } from '@gerbang/domain/announcements';
import { Button } from '@gerbang/ui/button';
import { Card } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { useNavigate, useParams, useSearchParams } from '@gerbang/web-kit/page/router';
import { useSession } from '@gerbang/web-kit/session/session';
import { Lock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useAnnouncement, useAnnouncementChanges } from './announcements.api.ts';
import { actionCopy } from './announcements.copy.ts';
import { ENGLISH } from './say.ts';
import { ActingDialogs, Conflict } from './actions.tsx';
import { AnnouncementForm } from './announcement-form.tsx';
import { useActing } from './use-acting.ts';
import { editorCopy as copy } from './editor.copy.ts';

/** Only drafts are edited; a refused announcement can become a draft again. */
function Locked({
  announcement,
  status,
  onRevised,
}: {
  announcement: Announcement;
  status: Exclude<AnnouncementStatus, 'draft'>;
  onRevised: (draft: Announcement) => void;
}) {
  const { revise } = useAnnouncementChanges();
  const { send, pending } = useDecision(revise, {
    done: [actionCopy.revised, actionCopy.revisedText],
    failed: actionCopy.reviseFailed,
    onDone: onRevised,
    onClose: () => undefined,
  });
  return (
    <Card>
      <EmptyState
        icon={<Lock size={28} />}
        title={copy.locked[status]}
        action={
          <Row $gap={12} $justify="center">
            <LinkButton to={`/announcement/${announcement.id}`} $variant="secondary">
              {copy.view}
            </LinkButton>
            {announcement.may.includes('revise') ? (
              <Button pending={pending} onClick={() => send({ of: announcement })}>
                {copy.revise}
              </Button>
            ) : null}
          </Row>
        }
      >
        <span lang="en">{ENGLISH.onlyDrafts}</span>
      </EmptyState>
    </Card>
  );
}

/** The draft as it was when the form began. */
function Opened({ userId, first }: { userId: string; first: Announcement }) {
  const [opened, setOpened] = useState(first);
  const navigate = useNavigate();
  const acting = useActing(() => void navigate('/admin/announcements'));
  const [query] = useSearchParams();
  const [asksFirst] = useState(query.has('ajukan'));
  const { ask } = acting;
  useEffect(() => {
    if (asksFirst) ask('submit', first);
    // Once, when the page opens with a draft that was just made.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  const { status } = opened;
  if (status !== 'draft') return <Locked announcement={opened} status={status} onRevised={setOpened} />;
  return (
    <>
      <Conflict acting={acting} />
      <AnnouncementForm
        key={opened.version}
        userId={userId}
        stored={opened}
        onTheirs={setOpened}
        onSubmit={(saved) => {
          setOpened(saved);
          ask('submit', saved);
        }}
      />
      <ActingDialogs acting={acting} />
    </>
  );
}

/** /admin/announcements/edit/{id}. */
export function EditPage() {
  const { id = '' } = useParams();
  const { user } = useSession();
  const record = useAnnouncement(id);
  if (!user) return null;
  // What a cache still has may be older than the draft.
  if (record.data && record.isFetchedAfterMount)
    return <Opened key={id} userId={user.id} first={record.data} />;
  const text = <span lang="en">{ENGLISH.missing}</span>;
  return (
    <RecordWait
      of={record}
      missing={{ title: copy.missing, text, to: '/admin/announcements', toLabel: copy.toList }}
      lines={10}
      label={copy.loading}
      failed={copy.loadFailed}
    />
  );
}
