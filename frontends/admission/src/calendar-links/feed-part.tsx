import { Button } from '@gerbang/ui/button';
import { Card, CardTitle } from '@gerbang/ui/card';
import { CopyButton } from '@gerbang/ui/copy-button';
import { Quiet, Row, Stack, Text } from '@gerbang/ui/layout';
import { TextField } from '@gerbang/ui/text-field';
import { useDecision } from '@gerbang/web-kit/api/use-decision';
import { formatMoment } from '@gerbang/web-kit/page/format';
import { lazySheet } from '@gerbang/web-kit/page/lazy-page';
import { Suspense, useState } from 'react';
import { useCalendarLink } from './calendar-links.api.ts';
import { feedCopy as copy } from './feed.copy.ts';

// Brings React Aria along; it is loaded when it opens.
const AlertDialog = lazySheet(() => import('@gerbang/ui/alert-dialog').then((file) => file.AlertDialog));

/** The secret address by which a member of the staff subscribes to its slots: made, shown once, and revoked. */
export function FeedPart({ since }: { since: string | undefined }) {
  const { make, revoke } = useCalendarLink();
  const [asked, setAsked] = useState<'make' | 'revoke' | null>(null);
  const [url, setUrl] = useState<string | null>(null);
  const close = () => setAsked(null);
  const making = useDecision(make, {
    done: copy.made,
    failed: copy.failed,
    onDone: (made) => setUrl(made.url),
    onClose: close,
  });
  const revoking = useDecision(revoke, {
    done: copy.revoked,
    failed: copy.revokeFailed,
    onDone: () => setUrl(null),
    onClose: close,
  });
  return (
    <Card as="section" aria-label={copy.title}>
      <Stack $gap={12}>
        <CardTitle>{copy.title}</CardTitle>
        <Quiet $small>{copy.intro}</Quiet>
        <Text $small>{since === undefined ? copy.none : copy.since(formatMoment(since))}</Text>
        {url === null ? null : (
          <Row $align="end">
            <TextField
              label={copy.address}
              hint={copy.once}
              value={url}
              readOnly
              onFocus={({ target }) => target.select()}
            />
            <CopyButton
              text={url}
              label={`${copy.copy} ${copy.address}`}
              copied={copy.copied}
              word={copy.copy}
            />
          </Row>
        )}
        <Row>
          <Button
            small
            variant="secondary"
            pending={making.pending}
            pendingLabel={copy.making}
            onClick={() => (since === undefined ? making.send(undefined) : setAsked('make'))}
          >
            {since === undefined ? copy.make : copy.again}
          </Button>
          {since === undefined ? null : (
            <Button small variant="ghost" onClick={() => setAsked('revoke')}>
              {copy.revoke}
            </Button>
          )}
        </Row>
      </Stack>
      {asked ? (
        <Suspense fallback={null}>
          <AlertDialog
            title={asked === 'make' ? copy.againTitle : copy.revokeTitle}
            confirmLabel={asked === 'make' ? copy.again : copy.revoke}
            pendingLabel={asked === 'make' ? copy.making : copy.revoking}
            pending={making.pending || revoking.pending}
            onConfirm={() => (asked === 'make' ? making.send(undefined) : revoking.send(undefined))}
            onCancel={close}
          >
            <p>{asked === 'make' ? copy.againText : copy.revokeText}</p>
          </AlertDialog>
        </Suspense>
      ) : null}
    </Card>
  );
}
