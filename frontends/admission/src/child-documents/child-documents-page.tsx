import { UnsavedGuard } from '@gerbang/web-kit/forms/unsaved-guard.tsx';
import type { ChildDocument } from '@gerbang/contracts/child-documents';
import { Banner } from '@gerbang/ui/banner';
import { Card } from '@gerbang/ui/card';
import { EmptyState } from '@gerbang/ui/empty-state';
import { Stack } from '@gerbang/ui/layout';
import { ApiError, messageOf } from '@gerbang/web-kit/api/client';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import { useParams } from '@gerbang/web-kit/page/router';
import { Files, SearchX } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useChildDocuments, useDocumentsRefresh, useOwnChecklist } from './child-documents.api.ts';
import { childDocumentsCopy as copy } from './child-documents.copy.ts';
import { DocumentCard } from './document-card.tsx';
import { DocumentsHead } from './documents-head.tsx';
import { OtherSteps } from './other-steps.tsx';

/** What became of the last sending: said at the top, since its card may be gone. */
interface Outcome {
  readonly tone: 'success' | 'attention';
  readonly title: string;
  readonly text: string;
  /** What the server found hard to read in the pages. */
  readonly hints?: readonly string[];
}

const toChildren = <LinkButton to="/children">{copy.toChildren}</LinkButton>;

/** /children/{id}/dokumen 'Dokumen anak': what the school still needs, and what became of what was sent. */
export function ChildDocumentsPage() {
  const { childId = '' } = useParams();
  const list = useChildDocuments(childId);
  const { error } = list;
  if (error instanceof ApiError && [400, 404].includes(error.status)) {
    return (
      <Card as="div">
        <EmptyState icon={<SearchX size={28} />} title={copy.missing} action={toChildren}>
          {copy.missingText}
        </EmptyState>
      </Card>
    );
  }
  // Pages that wait to be sent outlive a reading that failed.
  if (!list.data)
    return <Loading card of={list} lines={6} row={88} label={copy.loading} failed={copy.loadFailed} />;
  return <Documents key={childId} childId={childId} documents={list.data} />;
}

function Documents({ childId, documents }: { childId: string; documents: readonly ChildDocument[] }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [unsent, setUnsent] = useState<readonly string[]>([]);
  const refresh = useDocumentsRefresh(childId);
  const { child, checklist } = useOwnChecklist(childId);
  const onUnsent = useCallback(
    (key: string, isUnsent: boolean) =>
      setUnsent((before) => [...before.filter((one) => one !== key), ...(isUnsent ? [key] : [])]),
    [],
  );
  const settle = (next: Outcome) => {
    setOutcome(next);
    refresh();
  };
  return (
    <Stack $width={800}>
      {outcome ? (
        <Banner tone={outcome.tone} role="status">
          <strong>{outcome.title}</strong>
          <p>{outcome.text}</p>
          {outcome.hints?.map((hint) => (
            <p key={hint}>{hint}</p>
          ))}
        </Banner>
      ) : null}
      {documents.length === 0 ? (
        <Card as="div">
          <EmptyState icon={<Files size={28} />} title={copy.empty} action={toChildren}>
            {copy.emptyText}
          </EmptyState>
        </Card>
      ) : (
        <>
          <DocumentsHead child={child} next={checklist?.next ?? null} documents={documents} />
          <Stack as="ul" aria-label={copy.list}>
            {documents.map((document) => (
              <li key={document.type.key}>
                <DocumentCard
                  childId={childId}
                  document={document}
                  onUnsent={onUnsent}
                  onSent={(label, hints) =>
                    settle({
                      tone: hints.length > 0 ? 'attention' : 'success',
                      title: copy.sent(label),
                      text: copy.sentText,
                      hints,
                    })
                  }
                  onRefused={(label, refusal) =>
                    settle({ tone: 'attention', title: copy.refused(label), text: messageOf(refusal) })
                  }
                />
              </li>
            ))}
          </Stack>
          {checklist ? (
            <Card as="div">
              <OtherSteps own title={copy.others} of={checklist} />
            </Card>
          ) : null}
        </>
      )}
      <UnsavedGuard unsaved={unsent.length > 0} />
    </Stack>
  );
}
