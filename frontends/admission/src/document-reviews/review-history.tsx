import type { ReviewedVersion } from '@gerbang/contracts/document-reviews';
import { actorText } from '@gerbang/domain/roles';
import { Button } from '@gerbang/ui/button';
import { Disclosure } from '@gerbang/ui/disclosure';
import { Quiet, Row, Stack } from '@gerbang/ui/layout';
import { formatMoment } from '@gerbang/web-kit/page/format';
import { reviewCopy as copy } from './document-reviews.copy.ts';

/** What became of a sending, and by whom. */
export function decisionOf({ decision, reviewed_by: by, reviewed_at: at }: ReviewedVersion): string {
  if (!decision) return copy.undecided;
  const when = at ? formatMoment(at) : '';
  const who = by ? actorText(by) : '';
  return decision === 'approved' ? copy.approvedBy(who, when) : copy.returnedBy(who, when);
}

/** All sendings of a document, the newest first, each to be looked at again. */
export function ReviewHistory({
  versions,
  shown,
  onShow,
}: {
  versions: readonly ReviewedVersion[];
  /** The number of the one beside it. */
  shown: number;
  onShow: (number: number) => void;
}) {
  return (
    <Disclosure label={copy.history(versions.length)}>
      <Stack as="ol" $gap={12} style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {versions.map((version) => (
          <li key={version.number}>
            <Row $justify="between" $align="center">
              <strong>{copy.version(version.number)}</strong>
              {version.number === shown || version.pages.length === 0 ? null : (
                <Button
                  small
                  variant="secondary"
                  aria-label={copy.lookAt(version.number)}
                  onClick={() => onShow(version.number)}
                >
                  {copy.look}
                </Button>
              )}
            </Row>
            <Quiet $small>
              {version.sent_by
                ? copy.sentBy(actorText(version.sent_by), formatMoment(version.sent_at))
                : copy.sentAt(formatMoment(version.sent_at))}
            </Quiet>
            <Quiet $small>{decisionOf(version)}</Quiet>
            {version.reason ? <p>{version.reason}</p> : null}
          </li>
        ))}
      </Stack>
    </Disclosure>
  );
}
