import {
  RETURN_LABELS,
  RETURN_REASONS,
  type ReturnReason,
  returnText,
} from '@gerbang/domain/child-documents';
import { Button } from '@gerbang/ui/button';
import { Row, Stack } from '@gerbang/ui/layout';
import { TextArea } from '@gerbang/ui/text-area';
import { Key } from '@gerbang/web-kit/desk/desk-foot.tsx';
import { useShortcuts } from '@gerbang/web-kit/desk/shortcuts';
import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { reviewCopy as copy } from './document-reviews.copy.ts';

const Reasons = styled.div`
  display: grid;
  gap: 6px;
  padding: 12px;
  border: 2px solid var(--action2-border);
  border-radius: 12px;
  button {
    justify-content: start;
    text-align: start;
    white-space: normal;
    padding-block: 4px;
    line-height: 1.3;
  }
  small {
    display: block;
    font-size: 0.8125rem;
    font-weight: 400;
    color: var(--text-secondary);
  }
`;

/** Why a document is returned, in the words that the family will read; each is a key. */
export function ReviewReasons({
  document,
  differing,
  text,
  keys,
  onText,
  onReason,
  onClose,
}: {
  /** Its name. */
  document: string;
  /** The facts that are not ticked, in words. */
  differing: string;
  /** The reviewer's words so far. */
  text: string;
  keys: boolean;
  onText: (text: string) => void;
  onReason: (reason: ReturnReason, text: string | null) => void;
  onClose: () => void;
}) {
  const [own, setOwn] = useState(text !== '');
  const [asked, setAsked] = useState(false);
  const first = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => (own ? field.current?.focus() : first.current?.querySelector('button')?.focus()), [own]);
  const empty = text.trim() === '';
  const sendOwn = () => {
    if (!empty) {
      onReason('lain', text.trim());
      return;
    }
    setAsked(true);
    field.current?.focus();
  };
  const choose = (reason: ReturnReason) => (reason === 'lain' ? setOwn(true) : onReason(reason, null));
  useShortcuts(
    Object.fromEntries(RETURN_REASONS.map((reason, index) => [String(index + 1), () => choose(reason)])),
    keys,
  );
  const words = (reason: ReturnReason) =>
    reason === 'lain'
      ? copy.ownReason
      : returnText(reason, { document, facts: differing || 'Data', own: null });
  return (
    <Reasons ref={first} role="group" aria-label={copy.returnTitle}>
      <h3>{copy.returnTitle}</h3>
      {RETURN_REASONS.map((reason, index) => (
        <Button
          key={reason}
          small
          variant="secondary"
          aria-keyshortcuts={String(index + 1)}
          aria-expanded={reason === 'lain' ? own : undefined}
          onClick={() => choose(reason)}
        >
          <Key>{index + 1}</Key>
          <span>
            <strong>{RETURN_LABELS[reason]}</strong>
            <small>{words(reason)}</small>
          </span>
        </Button>
      ))}
      {own ? (
        <Stack $gap={8} data-unsaved={empty ? undefined : ''}>
          <TextArea
            ref={field}
            label={copy.reason}
            hint={copy.reasonHint}
            error={asked && empty ? copy.reasonRequired : undefined}
            maxLength={300}
            rows={3}
            value={text}
            onChange={({ target }) => onText(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) sendOwn();
              if (event.key === 'Escape') onClose();
            }}
          />
          <Row $justify="end">
            <Button small variant="danger" aria-disabled={empty} onClick={sendOwn}>
              {copy.send}
            </Button>
          </Row>
        </Stack>
      ) : null}
      <Button small variant="ghost" onClick={onClose}>
        {copy.cancel}
      </Button>
    </Reasons>
  );
}
