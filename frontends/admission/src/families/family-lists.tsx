import { getReceipt } from '@gerbang/contracts/invoice-payments';
import { getFeeReceipt, getLetter, type listPapers } from '@gerbang/contracts/papers';
import { MESSAGE_KIND_LABELS } from '@gerbang/contracts/message-kinds.copy';
import { messageTrouble } from '@gerbang/domain/message-errors';
import { MESSAGE_STATUS_LABELS, MESSAGE_TONES } from '@gerbang/domain/messages';
import { PAPER_LABELS } from '@gerbang/domain/papers';
import { Quiet, Row, Text } from '@gerbang/ui/layout';
import { StatusTag } from '@gerbang/ui/status-tag';
import type { CallOutput } from '@gerbang/web-kit/api/client';
import { formatDateShort, formatMoment, formatRupiah } from '@gerbang/web-kit/page/format';
import { Link } from '@gerbang/web-kit/page/router';
import { useFamilyMessages, useFamilyPapers } from './families.api.ts';
import { familyCopy as copy } from './families.copy.ts';
import { Lines, ReadPart } from './family-parts.tsx';

type Paper = CallOutput<typeof listPapers>[number];

/** Where the PDF of a paper is; undefined where it has none any more, or stands with its refund. */
function addressOf({ kind, registration_id, payment_id, confirmation_id, revoked_at }: Paper) {
  if (revoked_at !== null || kind === 'refund') return undefined;
  if (kind === 'fee_receipt') return getFeeReceipt.path.replace('{id}', registration_id);
  return kind === 'invoice_receipt'
    ? payment_id && getReceipt.path.replace('{id}', payment_id)
    : confirmation_id && getLetter.path.replace('{id}', confirmation_id);
}

/** Receipts and letters that the school has given out. */
export function FamilyPapers({ familyId }: { familyId: string }) {
  return (
    <ReadPart
      title={copy.papers}
      of={useFamilyPapers(familyId)}
      texts={{ loading: copy.papersLoading, failed: copy.papersFailed, empty: copy.noPapers }}
    >
      {(rows) => (
        <Lines>
          {rows.map((paper) => (
            <PaperLine key={paper.id} paper={paper} />
          ))}
        </Lines>
      )}
    </ReadPart>
  );
}

function PaperLine({ paper }: { paper: Paper }) {
  const { kind, number, child_name, issued_on, amount, revoked_at } = paper;
  const address = addressOf(paper);
  return (
    <li>
      <Row $justify="between" $align="center">
        <Text>{PAPER_LABELS[kind]}</Text>
        {revoked_at === null ? null : <StatusTag tone="danger">{copy.revoked}</StatusTag>}
      </Row>
      <Quiet $small $figures>
        {address ? (
          <a href={address} target="_blank" rel="noreferrer" aria-label={copy.openPaper(number)}>
            {number}
          </a>
        ) : (
          number
        )}
        {` · ${[child_name, formatDateShort(issued_on), amount === null ? null : formatRupiah(amount)]
          .filter(Boolean)
          .join(' · ')}`}
      </Quiet>
    </li>
  );
}

/** The last messages to the family, and what became of each. */
export function FamilyMessages({ familyId }: { familyId: string }) {
  return (
    <ReadPart
      title={copy.messages}
      of={useFamilyMessages(familyId)}
      texts={{ loading: copy.messagesLoading, failed: copy.messagesFailed, empty: copy.noMessages }}
    >
      {(rows) => (
        <>
          <Lines>
            {rows.map((one) => (
              <li key={one.id}>
                <Row $justify="between" $align="center">
                  <Link to={`/admin/messages?id=${one.id}`}>{MESSAGE_KIND_LABELS[one.kind]}</Link>
                  <StatusTag tone={MESSAGE_TONES[one.status]}>
                    {one.read_at === null ? MESSAGE_STATUS_LABELS[one.status] : copy.read}
                  </StatusTag>
                </Row>
                <Quiet $small $figures>
                  {[formatMoment(one.created_at), messageTrouble(one)?.cause].filter(Boolean).join(' · ')}
                </Quiet>
              </li>
            ))}
          </Lines>
          <Link to={`/admin/messages?recipient=${familyId}`}>{copy.allMessages}</Link>
        </>
      )}
    </ReadPart>
  );
}
