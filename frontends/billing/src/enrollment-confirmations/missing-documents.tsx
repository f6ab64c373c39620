import { getChecklist } from '@gerbang/contracts/checklists';
import { Banner } from '@gerbang/ui/banner';
import { ApiError, call, messageOf } from '@gerbang/web-kit/api/client';
import { useQuery } from '@gerbang/web-kit/api/query-client';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import type { Family } from './confirmation.api.ts';
import { confirmationCopy as copy } from './confirmation.copy.ts';

function ToDocuments({ family: { child } }: { family: Family }) {
  return <LinkButton to={`/children/${child.id}/dokumen`}>{copy.documents}</LinkButton>;
}

/** Why the confirmation was refused, in the server's words, which name the documents; beside the button that sent it. */
export function DocumentsRefused({ family, error }: { family: Family; error: unknown }) {
  if (!(error instanceof ApiError) || error.body?.code !== 'documents_missing') return null;
  return (
    <Banner tone="attention" role="alert">
      <p>{messageOf(error)}</p>
      <ToDocuments family={family} />
    </Banner>
  );
}

/** Required documents of the child that are not complete, with the page that takes them; nothing where all are there. */
export function MissingDocuments({ family }: { family: Family }) {
  const { registration } = family;
  const { data } = useQuery({
    queryKey: ['registrations', 'checklist', registration.id],
    queryFn: ({ signal }) => call(getChecklist, { params: { id: registration.id }, signal }),
    retry: false,
  });
  const missing = (data?.items ?? []).filter(
    ({ kind, required, gate, status }) =>
      kind === 'document' && required && gate !== 'none' && status !== 'done',
  );
  if (missing.length === 0) return null;
  return (
    <Banner tone="attention">
      <strong>{copy.documentsTitle(missing.length)}</strong>
      <p>{missing.map(({ label }) => label).join(', ')}.</p>
      <ToDocuments family={family} />
    </Banner>
  );
}
