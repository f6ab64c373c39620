import type { DocumentVersion } from '@gerbang/contracts/child-documents';
import { Quiet, Row, Stack, Text } from '@gerbang/ui/layout';
import { formatMoment } from '@gerbang/web-kit/page/format';
import { FileText } from 'lucide-react';
import { styled } from 'styled-components';
import { childDocumentsCopy as copy } from './child-documents.copy.ts';

const Page = styled.a`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-height: 44px;
  border-radius: 6px;
  img {
    width: 88px;
    height: 112px;
    border: 1px solid var(--border-subtle);
    border-radius: 6px;
    object-fit: cover;
  }
`;

function stateOf({ decision, number }: DocumentVersion, newest: number): string {
  if (decision !== null) return copy.states[decision];
  return number === newest ? copy.states.waiting : copy.states.replaced;
}

/** Every sending of a document, the newest first: its pages, and what became of it. */
export function DocumentHistory({
  label,
  versions,
}: {
  label: string;
  versions: readonly DocumentVersion[];
}) {
  const newest = versions[0]?.number ?? 0;
  return (
    <Stack as="ol">
      {versions.map((version) => (
        <Stack as="li" $gap={4} key={version.number}>
          <Text $figures>
            <strong>{copy.sending(version.number, formatMoment(version.sent_at))}</strong>
          </Text>
          <p>
            {stateOf(version, newest)}
            {version.reason ? ` · ${version.reason}` : ''}
          </p>
          {version.note ? <Quiet $small>{copy.note(version.note)}</Quiet> : null}
          {version.pages.length === 0 ? <Quiet $small>{copy.pagesGone}</Quiet> : null}
          <Row>
            {version.pages.map(({ url, media_type }, at) => (
              <Page key={url} href={url} target="_blank" rel="noreferrer">
                {media_type === 'application/pdf' ? (
                  <>
                    <FileText size={18} aria-hidden="true" />
                    {copy.openPdf(at + 1, version.pages.length)}
                  </>
                ) : (
                  // In a closed history no picture is loaded.
                  <img src={url} loading="lazy" alt={copy.page(at + 1, version.pages.length, label)} />
                )}
              </Page>
            ))}
          </Row>
        </Stack>
      ))}
    </Stack>
  );
}
