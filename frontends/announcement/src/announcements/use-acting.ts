import type { AnnouncementRow } from '@gerbang/contracts/announcement-shapes';
import { ANNOUNCEMENT_STATUSES, type AnnouncementStatus } from '@gerbang/domain/announcements';
import { ApiError, messageOf } from '@gerbang/web-kit/api/client';
import { useNavigate } from '@gerbang/web-kit/page/router';
import { staleOf } from '@gerbang/web-kit/api/stale';
import { changerOf, whoChanged } from '@gerbang/web-kit/api/stale-words';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { useState } from 'react';
import { useAnnouncementChanges } from './announcements.api.ts';
import { actionCopy as copy } from './announcements.copy.ts';

function statusOf(present: unknown): AnnouncementStatus | undefined {
  const status = typeof present === 'object' && present !== null && 'status' in present && present.status;
  return ANNOUNCEMENT_STATUSES.find((one) => one === status);
}

/** Another user was faster: who, when, and what was done. */
function fasterText(error: unknown, seen: AnnouncementStatus): string {
  const stale = staleOf(error);
  if (!stale) return messageOf(error);
  const changer = changerOf(stale);
  const status = statusOf(stale.present);
  if (!changer || !status || status === seen) return whoChanged(stale);
  return copy.fasterTo(copy.faster[status], changer.who, changer.when);
}

type Asking = 'submit' | 'review' | 'publish';

/** The open question about an announcement, and what another user did meanwhile; `onDone` follows what was done. */
export function useActing(onDone: () => void = () => undefined) {
  const { revise } = useAnnouncementChanges();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<{ kind: Asking; row: AnnouncementRow } | null>(null);
  const [conflict, setConflict] = useState<string | null>(null);

  /** A refused action: where the announcement is no longer what was seen, its dialog closes and the page says why. */
  const refused = (error: unknown, row: Pick<AnnouncementRow, 'status'>) => {
    if (!(error instanceof ApiError) || (error.status !== 409 && error.status !== 404)) return;
    setConflict(fasterText(error, row.status));
    setAsked(null);
  };
  const revision = useDecision(revise, {
    done: [copy.revised, copy.revisedText],
    failed: copy.reviseFailed,
    onDone: ({ id }) => void navigate(`/admin/announcements/edit/${id}`),
    onClose: () => setAsked(null),
    onFailure: (error, { of }) => refused(error, of),
  });
  return {
    asked,
    conflict,
    refused,
    ask: (kind: Asking, row: AnnouncementRow) => {
      setConflict(null);
      setAsked({ kind, row });
    },
    close: () => setAsked(null),
    onDone,
    revising: revise.isPending ? revise.variables.of.id : null,
    /** Takes a refused announcement back, and its editor to it. */
    revise: (row: AnnouncementRow) => {
      setConflict(null);
      revision.send({ of: row });
    },
  };
}

export type Acting = ReturnType<typeof useActing>;
