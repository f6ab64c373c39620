import type { ChildDocument } from '@gerbang/contracts/child-documents';
import { DOCUMENT_LABELS } from '@gerbang/domain/child-documents';
import { documentTone } from '@gerbang/domain/status-tones';
import { Banner } from '@gerbang/ui/banner';
import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { Disclosure } from '@gerbang/ui/disclosure';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import type { ApiError } from '@gerbang/web-kit/api/client';
import { formatDayText } from '@gerbang/web-kit/page/format';
import { useCallback, useId, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { sendOwn } from './child-documents.api.ts';
import { childDocumentsCopy as copy, SENT_STATUSES } from './child-documents.copy.ts';
import { DocumentHistory } from './document-history.tsx';
import { placeOf } from './documents-head.tsx';
import { PagePicker } from './page-picker.tsx';

/** Leaves room for the header, which stays in view. */
const Box = styled(Card)`
  scroll-margin-block: 96px;
  overflow-wrap: anywhere;
  &:focus {
    outline: none;
  }
`;

// Few send an accepted document again: its button stands back, its words below the others.
const Newer = styled(Button)`
  ${({ variant }) => (variant === 'ghost' ? 'margin-inline-start: -18px;' : '')}
`;

const sentence = (text: string): string => text.charAt(0).toLocaleUpperCase('id-ID') + text.slice(1);

/** A document: what it is, why it is asked, how it stands, and the buttons to send it. */
export function DocumentCard({
  childId,
  document,
  onUnsent,
  onSent,
  onRefused,
}: {
  childId: string;
  document: ChildDocument;
  onUnsent: (key: string, unsent: boolean) => void;
  onSent: (label: string, hints: readonly string[]) => void;
  onRefused: (label: string, error: ApiError) => void;
}) {
  const { type, status, complete, versions } = document;
  const { key, label } = type;
  const title = useId();
  const box = useRef<HTMLElement>(null);
  const noteUnsent = useCallback((unsent: boolean) => onUnsent(key, unsent), [onUnsent, key]);
  const reason = status === 'returned' ? versions[0]?.reason : null;
  return (
    <Box id={placeOf(document)} ref={box} tabIndex={-1} aria-labelledby={title}>
      <Stack $gap={12}>
        <Stack $gap={4}>
          <Row $justify="between" $align="baseline">
            <CardTitle id={title}>{label}</CardTitle>
            <StatusTag tone={documentTone(status, 'parent')} urgent={status === 'returned'}>
              {DOCUMENT_LABELS[status]}
            </StatusTag>
          </Row>
          <p>{sentence(type.purpose)}</p>
          {type.help && !complete ? <Quiet $small>{type.help}</Quiet> : null}
          {complete ? null : (
            <Quiet $small>{type.required ? copy.neededBy[type.needed_by] : copy.optional}</Quiet>
          )}
        </Stack>
        {reason ? (
          <Banner tone="attention">
            <strong>{copy.returned}</strong>
            <p>{reason}</p>
          </Banner>
        ) : null}
        {status === 'uploaded' && complete ? <Quiet $small>{copy.approvedCounts}</Quiet> : null}
        {status === 'waived' && document.waived_reason ? (
          <Quiet $small>{copy.waivedReason(document.waived_reason)}</Quiet>
        ) : null}
        {document.expires_on ? (
          <Quiet $small>{copy.expires(formatDayText(document.expires_on))}</Quiet>
        ) : null}
        <Sending
          childId={childId}
          document={document}
          onUnsent={noteUnsent}
          onSent={(hints) => {
            onSent(label, hints);
            box.current?.focus({ preventScroll: true });
          }}
          onRefused={(error) => onRefused(label, error)}
        />
        {versions.length > 0 ? (
          <Disclosure label={copy.history(versions.length)}>
            <DocumentHistory label={label} versions={versions} />
          </Disclosure>
        ) : null}
      </Stack>
    </Box>
  );
}

/** The buttons; where the document was sent already they wait behind another one. */
function Sending({
  childId,
  document: { type, status, can_upload: canUpload },
  onUnsent,
  onSent,
  onRefused,
}: {
  childId: string;
  document: ChildDocument;
  onUnsent: (unsent: boolean) => void;
  onSent: (hints: readonly string[]) => void;
  onRefused: (error: ApiError) => void;
}) {
  const [wanted, setWanted] = useState(false);
  // Pages may wait in it while the list is read again.
  const [unsent, setUnsent] = useState(false);
  const note = useCallback(
    (isUnsent: boolean) => {
      setUnsent(isUnsent);
      onUnsent(isUnsent);
    },
    [onUnsent],
  );
  if (!canUpload && !unsent) {
    return <Quiet $small>{type.retired_at === null ? copy.closed.accepted : copy.closed.other}</Quiet>;
  }
  if (SENT_STATUSES.includes(status) && !wanted && !unsent) {
    return (
      <div>
        <Newer
          variant={status === 'uploaded' ? 'secondary' : 'ghost'}
          aria-label={copy.newVersionOf(type.label)}
          onClick={() => setWanted(true)}
        >
          {copy.newVersion}
        </Newer>
      </div>
    );
  }
  return (
    <PagePicker
      document={type.label}
      max={type.max_files}
      accepts={type.accepts}
      withNote
      send={sendOwn(childId, type.key)}
      onUnsent={note}
      onSent={(hints) => {
        setWanted(false);
        onSent(hints);
      }}
      onRefused={onRefused}
    />
  );
}
