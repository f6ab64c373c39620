import type { ChildRow } from '@gerbang/contracts/children';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';

/** 'Dokumen 5/7': to the documents of a child; nothing where the school asks none of it. */
export function DocumentsLink({
  child,
  small = false,
}: {
  child: Pick<ChildRow, 'id' | 'full_name' | 'documents'> | undefined;
  small?: boolean;
}) {
  if (!child?.documents) return null;
  const { done, of } = child.documents;
  const text = of > 0 ? `Dokumen ${done}/${of}` : 'Dokumen';
  return (
    <LinkButton
      to={`/children/${encodeURIComponent(child.id)}/dokumen`}
      $variant="secondary"
      $small={small}
      aria-label={`${text}: ${child.full_name}`}
    >
      {text}
    </LinkButton>
  );
}
