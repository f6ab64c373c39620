import type { StaffDocument, StaffFact } from '@gerbang/contracts/document-reviews';
import {
  DOCUMENT_LABELS,
  DOCUMENT_MACHINE,
  type DocumentStatus,
  FACT_LABELS,
} from '@gerbang/domain/child-documents';
import { documentTone } from '@gerbang/domain/status-tones';
import { edgeFor } from '@gerbang/domain/transitions';
import { Button } from '@gerbang/ui/button';
import { Quiet, Row } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import { formatDateShort, formatDayText } from '@gerbang/web-kit/page/format';
import { styled } from 'styled-components';
import { decisionOf } from './review-history.tsx';
import { staffDocumentsCopy as copy } from './staff-documents.copy.ts';
import { MOMENT_LABELS } from '../document-types/document-types.copy.ts';

const Item = styled.li`
  display: grid;
  gap: 4px;
  padding-block: 10px;
  border-block-start: 1px solid var(--border-subtle);
  &:first-child {
    border-block-start: 0;
  }
`;

/** What is done with a document. */
export type DocumentAct = 'review' | 'waived' | 'seen' | 'send';

const isAllowed = (from: DocumentStatus, to: DocumentStatus): boolean =>
  edgeFor(DOCUMENT_MACHINE, from, { to, by: 'reviewer' }) !== undefined;

/** The facts of an accepted document that were changed since they were compared. */
const changedFacts = ({ status, type }: StaffDocument, facts: readonly StaffFact[]): string =>
  status === 'approved'
    ? type.facts
        .filter((fact) => facts.some((one) => one.fact === fact && !one.checked && one.values.length > 0))
        .map((fact) => FACT_LABELS[fact])
        .join(', ')
    : '';

function about({ type, expires_on }: StaffDocument): string {
  const parts = [
    type.required ? copy.required : copy.optional,
    copy.neededBy(MOMENT_LABELS[type.needed_by]),
    expires_on ? copy.validUntil(formatDayText(expires_on)) : null,
  ];
  return parts.filter(Boolean).join(' · ');
}

/** A document of a registration: its state, what became of it, and what can be done. */
export function StaffDocumentRow({
  document,
  facts,
  decides,
  onAct,
}: {
  document: StaffDocument;
  facts: readonly StaffFact[];
  /** Whether the viewer may decide about this family's documents. */
  decides: boolean;
  onAct: (act: DocumentAct) => void;
}) {
  const { type, status, versions, can_upload } = document;
  const [newest] = versions;
  const { label } = type;
  const changed = changedFacts(document, facts);
  const reviews = decides && (status === 'uploaded' || changed !== '');
  return (
    <Item>
      <Row $justify="between" $align="center">
        <strong>{label}</strong>
        <StatusTag tone={documentTone(status, 'staff')}>{DOCUMENT_LABELS[status]}</StatusTag>
      </Row>
      <Quiet $small>{about(document)}</Quiet>
      {newest ? (
        <Quiet $small>
          {copy.sent(newest.number, formatDateShort(newest.sent_at))}
          {newest.decision ? ` · ${decisionOf(newest)}` : null}
        </Quiet>
      ) : null}
      {status === 'returned' && newest?.reason ? <p>{copy.reason(newest.reason)}</p> : null}
      {document.waived_reason ? <p>{copy.reason(document.waived_reason)}</p> : null}
      {changed ? <p>{copy.again(changed)}</p> : null}
      <Row>
        {newest && newest.pages.length > 0 ? (
          <Button
            small
            variant={reviews ? 'primary' : 'secondary'}
            aria-label={reviews ? copy.reviewOf(label) : copy.lookOf(label)}
            onClick={() => onAct('review')}
          >
            {reviews ? copy.review : copy.look}
          </Button>
        ) : null}
        {decides && can_upload ? (
          <Button small variant="secondary" aria-label={copy.sendOf(label)} onClick={() => onAct('send')}>
            {copy.send}
          </Button>
        ) : null}
        {decides && isAllowed(status, 'seen') ? (
          <Button small variant="ghost" aria-label={copy.seeOf(label)} onClick={() => onAct('seen')}>
            {copy.see}
          </Button>
        ) : null}
        {decides && isAllowed(status, 'waived') ? (
          <Button small variant="ghost" aria-label={copy.waiveOf(label)} onClick={() => onAct('waived')}>
            {copy.waive}
          </Button>
        ) : null}
      </Row>
    </Item>
  );
}
