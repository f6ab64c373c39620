import type { Checklist } from '@gerbang/contracts/checklists';
import type { ChildDocument } from '@gerbang/contracts/child-documents';
import { isToSend } from '@gerbang/domain/child-documents';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Quiet, Row, Stack, Text } from '@gerbang/ui/layout';
import { ProgressBar } from '@gerbang/ui/progress-bar';
import { Button } from '@gerbang/ui/button';
import { Link } from '@gerbang/web-kit/page/router';
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

function wordsOf({ type, status, versions }: ChildDocument): string {
  return status === 'returned'
    ? copy.sendAgain(type.label, versions[0]?.reason ?? null)
    : copy.send(type.label);
}

/** How many of the required documents are complete, and what the family sends or does next. */
export function DocumentsHead({
  child,
  next,
  documents,
}: {
  /** The name of the child; undefined until it is known. */
  child: string | undefined;
  /** What comes next of everything that the registration needs; null until it is known. */
  next: Checklist['next'];
  documents: readonly ChildDocument[];
}) {
  const required = documents.filter(({ type }) => type.required && type.retired_at === null);
  const done = required.filter(({ complete }) => complete).length;
  const toSend = documents.find((one) => isToSend({ ...one, required: one.type.required }));
  const other = next?.key.startsWith('document:') ? null : next;
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
        {toSend ? (
          <Stack $gap={6}>
            <Quiet $small>{copy.next}</Quiet>
            <Row>
              <Button aria-label={wordsOf(toSend)} onClick={() => jumpTo(placeOf(toSend))}>
                {toSend.status === 'returned'
                  ? copy.sendAgain(toSend.type.label, null)
                  : copy.send(toSend.type.label)}
              </Button>
            </Row>
            {toSend.status === 'returned' ? <Text $small>{toSend.versions[0]?.reason}</Text> : null}
          </Stack>
        ) : (
          <p>{done === required.length ? copy.nothingLeft : copy.nothingToSend}</p>
        )}
        {other ? (
          <Text $small>
            {copy.also} <Link to={other.link}>{other.text}</Link>
          </Text>
        ) : null}
      </Stack>
    </Card>
  );
}
