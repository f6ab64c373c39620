import { Loading } from '@gerbang/web-kit/api/loading.tsx';
import type { MessageRow, Message } from '@gerbang/contracts/messages';
import { RESEND_REFUSAL_TEXTS, MESSAGE_STATUS_LABELS, MESSAGE_TONES } from '@gerbang/domain/messages';
import { Button, buttonCss } from '@gerbang/ui/button';
import { Dialog, DialogActions } from '@gerbang/ui/dialog';
import { EmptyState } from '@gerbang/ui/empty-state';
import { Quiet, Stack } from '@gerbang/ui/layout';
import { FileQuestion, ExternalLink, MessageCircle } from 'lucide-react';
import { messageTrouble } from '@gerbang/domain/message-errors';
import { actorText } from '@gerbang/domain/roles';
import { Banner } from '@gerbang/ui/banner';
import { StatusTag } from '@gerbang/ui/status-tag';
import { SummaryList, type SummaryRow } from '@gerbang/ui/summary-list';
import { formatMoment } from '@gerbang/web-kit/page/format';
import { toastFailure } from '@gerbang/web-kit/page/toast';
import { styled } from 'styled-components';
import { useMessage, useContactLink } from './messages.api.ts';
import { MESSAGE_KIND_LABELS } from '@gerbang/contracts/message-kinds.copy';
import { isMissing } from '@gerbang/web-kit/api/records';
import { CHANNEL_LABELS, detailCopy as copy, messagesCopy } from './messages.copy.ts';

const Text = styled.figure`
  display: grid;
  gap: 8px;
  figcaption {
    font-weight: 600;
  }
  blockquote {
    margin: 0;
    padding: 12px 16px;
    border-radius: 14px;
    background: var(--bg-subtle);
    white-space: pre-line;
  }
  small {
    font-size: 0.875rem;
    color: var(--text-secondary);
  }
`;

/** A time of the message, left out where it has not come. */
const time = (label: string, at: string | null): SummaryRow[] =>
  at === null ? [] : [{ label, value: <time dateTime={at}>{formatMoment(at)}</time> }];

/** What a message says, how far it has come, what is wrong with it and what helps. */
function MessageDetail({ message }: { message: Message }) {
  const trouble = messageTrouble(message);
  const { recipient, resends } = message;
  return (
    <Stack>
      {trouble ? (
        <Banner tone={message.status === 'failed' ? 'danger' : 'attention'}>
          <Stack $gap={4}>
            <strong>{trouble.cause}</strong>
            <span>
              {copy.remedy} {trouble.remedy}
            </span>
          </Stack>
        </Banner>
      ) : null}
      <SummaryList
        rows={[
          { label: copy.recipient, value: recipient.name ?? messagesCopy.noName },
          { label: copy.phone, value: recipient.phone },
          { label: copy.kind, value: MESSAGE_KIND_LABELS[message.kind] },
          { label: copy.channel, value: CHANNEL_LABELS[message.channel] },
          {
            label: messagesCopy.status,
            value: (
              <StatusTag tone={MESSAGE_TONES[message.status]}>
                {MESSAGE_STATUS_LABELS[message.status]}
              </StatusTag>
            ),
          },
          ...time(copy.created, message.created_at),
          ...time(copy.next, message.next_attempt_at),
          ...time(copy.sent, message.sent_at),
          ...time(copy.delivered, message.delivered_at),
          ...time(copy.read, message.read_at),
          ...time(copy.failed, message.failed_at),
          ...(message.tries > 0 ? [{ label: copy.tries, value: String(message.tries) }] : []),
          ...(resends.length > 0
            ? [
                {
                  label: copy.resends,
                  value: (
                    <Stack as="span" $gap={2}>
                      {resends.map((one) => (
                        <span key={one.at}>{copy.resendBy(actorText(one.by), formatMoment(one.at))}</span>
                      ))}
                    </Stack>
                  ),
                },
              ]
            : []),
        ]}
      />
      <Text>
        <figcaption>{copy.text}</figcaption>
        {message.text === null ? <p>{copy.textGone}</p> : <blockquote>{message.text}</blockquote>}
        <small>
          {message.code ? `${copy.codeHidden} ` : ''}
          {copy.recorded}
        </small>
      </Text>
      {message.status === 'failed' ? <ContactLink key={message.id} id={message.id} /> : null}
    </Stack>
  );
}

const Out = styled.a<{ $variant?: 'primary'; $block?: boolean; $small?: boolean }>`
  ${buttonCss}
`;

/** The link takes the place and the focus of the button. */
const takeFocus = (element: HTMLAnchorElement | null) => element?.focus();

/**
 * Writing to the recipient by hand. A call of its own asks for the number, since that is recorded in the audit trail; its
 * response is a link that opens in a new tab.
 */
function ContactLink({ id }: { id: string }) {
  const link = useContactLink();
  const ask = () => link.mutate(id, { onError: (error) => toastFailure(copy.contactFailed, error) });
  return (
    <Stack $gap={8} $items="start">
      {link.data ? (
        <Out ref={takeFocus} href={link.data.url} target="_blank" rel="noopener noreferrer">
          <ExternalLink size={18} aria-hidden="true" />
          {copy.contactOpen} {copy.contactNewTab}
        </Out>
      ) : (
        <Button
          variant="secondary"
          icon={<MessageCircle size={18} aria-hidden="true" />}
          pending={link.isPending}
          onClick={ask}
        >
          {copy.contact}
        </Button>
      )}
      <Quiet as="small" $small>
        {copy.contactHint}
      </Quiet>
    </Stack>
  );
}

/** One message, with an address of its own. */
export function DetailDialog({
  id,
  onClose,
  onResend,
}: {
  id: string;
  onClose: () => void;
  onResend: (row: MessageRow) => void;
}) {
  const { data: message, ...asked } = useMessage(id);
  const refusal = message?.resend_refusal ?? null;
  return (
    <Dialog title={copy.title} backCloses={false} onClose={onClose}>
      {message ? (
        <MessageDetail message={message} />
      ) : isMissing(asked.error) ? (
        <EmptyState icon={<FileQuestion size={28} />} title={copy.missing} />
      ) : (
        <Loading of={asked} lines={8} label={copy.loading} failed={copy.loadFailed} />
      )}
      {message && refusal !== null && refusal !== 'arrived' ? (
        <Quiet $small>{RESEND_REFUSAL_TEXTS[refusal]}</Quiet>
      ) : null}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {copy.close}
        </Button>
        {message && refusal === null ? (
          <Button onClick={() => onResend(message)}>{messagesCopy.resend}</Button>
        ) : null}
      </DialogActions>
    </Dialog>
  );
}
