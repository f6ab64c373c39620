import type { ChildDocument } from '@gerbang/contracts/documents.types';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { ProgressBar } from '@gerbang/ui/progress-bar';
import { Button } from '@gerbang/ui/button';
import { styled } from 'styled-components';
import { childDocumentsCopy as copy } from './child-documents.copy.ts';

const Count = styled.p`
  font-size: 1.75rem;
  line-height: 1.3;
  font-weight: 700;
  font-feature-settings: 'tnum';
`;

/** The place of a document on the page. */
export const placeOf = ({ type }: ChildDocument): string => `dokumen-${type.key}`;

function jumpTo(place: string): void {
  const card = document.getElementById(place);
  card?.focus({ preventScroll: true });
  card?.scrollIntoView?.({ block: 'start' });
}

const isToSend = ({ status, can_upload }: ChildDocument): boolean =>
  can_upload && (status === 'missing' || status === 'returned');

/** How many of the required documents are complete, and what the family sends next: a returned one first. */
export function DocumentsHead({
  child,
  documents,
}: {
  /** The name of the child; undefined until it is known. */
  child: string | undefined;
  documents: readonly ChildDocument[];
}) {
  // A document that is not asked any more counts where it was accepted.
  const required = documents.filter(
    ({ type, complete, can_upload: isAsked }) => type.required && (isAsked || complete),
  );
  const done = required.filter(({ complete }) => complete).length;
  const toSend = documents.filter(isToSend);
  const next = toSend.find(({ status }) => status === 'returned') ?? toSend.find(({ type }) => type.required);
  const reason = next?.status === 'returned' ? (next.versions[0]?.reason ?? null) : null;
  return (
    <Card as="div">
      <Stack $gap={12}>
        <CardTitle>{child ?? '\u00A0'}</CardTitle>
        {required.length > 0 ? (
          <Stack $gap={6}>
            <Count>{copy.progress(done, required.length)}</Count>
            <ProgressBar percent={(done / required.length) * 100} label={copy.progressLabel} />
          </Stack>
        ) : null}
        {next ? (
          <Stack $gap={6}>
            <Quiet $small>{copy.next}</Quiet>
            <Row>
              <Button onClick={() => jumpTo(placeOf(next))}>
                {next.status === 'returned'
                  ? copy.sendAgain(next.type.label, reason)
                  : copy.send(next.type.label)}
              </Button>
            </Row>
          </Stack>
        ) : (
          <p>{done === required.length ? copy.nothingLeft : copy.nothingToSend}</p>
        )}
      </Stack>
    </Card>
  );
}
