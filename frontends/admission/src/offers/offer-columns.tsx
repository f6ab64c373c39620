import { RowButton } from '@gerbang/ui/table-style';
import type { Offer } from '@gerbang/contracts/offers';
import { jakartaDay } from '@gerbang/domain/jakarta-time';
import {
  DECLINE_REASON_LABELS,
  EXTENSIONS_MAX,
  OFFER_LABELS,
  OFFER_SOURCE_LABELS,
  type OfferStatus,
  RELEASE_CAUSE_LABELS,
} from '@gerbang/domain/offers';
import { type Column, titled } from '@gerbang/ui/data-table';
import { CellLines, Row } from '@gerbang/ui/layout';
import { StatusTag, type Tone } from '@gerbang/ui/status-tag';
import { untilText } from '@gerbang/web-kit/page/days';
import { formatDateShort, formatTime } from '@gerbang/web-kit/page/format';
import { Link } from '@gerbang/web-kit/page/router';
import { styled } from 'styled-components';
import { offersCopy as copy } from './offers.copy.ts';

export const OFFER_TONES: Readonly<Record<OfferStatus, Tone>> = {
  open: 'info',
  accepted: 'success',
  releasing: 'attention',
  released: 'neutral',
};

// On a card of a phone the label beside it keeps its room, and stands on the same line.
const Why = styled(CellLines)`
  padding-block: 6px;
  @media (max-width: 639.98px) {
    max-width: 200px;
    padding-block: 0;
  }
`;

/** Beside the status: since when, or for whom it waits. */
function statusNote({ status, accepted_at, released_at }: Offer): string | null {
  if (status === 'releasing') return copy.waitsForBilling;
  if (status === 'accepted') return accepted_at && copy.acceptedOn(formatDateShort(accepted_at));
  if (status === 'released') return released_at && copy.releasedOn(formatDateShort(released_at));
  return null;
}

function Status({ of: offer }: { of: Offer }) {
  const note = statusNote(offer);
  return (
    <CellLines>
      <span>
        <StatusTag tone={OFFER_TONES[offer.status]}>{OFFER_LABELS[offer.status]}</StatusTag>
      </span>
      {note === null ? null : <small>{note}</small>}
    </CellLines>
  );
}

function Until({ of: { status, answer_until: until, extensions } }: { of: Offer }) {
  const lines = [
    ...(until !== null && status === 'open' ? [untilText(jakartaDay(new Date(until)))] : []),
    ...(extensions >= EXTENSIONS_MAX && status === 'open'
      ? [copy.extendedFully]
      : extensions > 0
        ? [copy.extended(extensions)]
        : []),
  ];
  return (
    <CellLines>
      <span>
        {until === null ? copy.noDeadline : `${formatDateShort(until)}, ${formatTime(new Date(until))}`}
      </span>
      {lines.map((line) => (
        <small key={line}>{line}</small>
      ))}
    </CellLines>
  );
}

/** Where the offer comes from, and why it was released. */
function whyLines({ source, release_cause: cause, reason_code: code, reason_text: words }: Offer): string[] {
  const reason = [code && DECLINE_REASON_LABELS[code], words].filter(Boolean).join(': ');
  return [
    OFFER_SOURCE_LABELS[source],
    ...(cause ? [[RELEASE_CAUSE_LABELS[cause], reason].filter(Boolean).join(' · ')] : []),
  ];
}

export type OfferAct = Offer['actions'][number];

/** The columns of a pool's offers; without `onAct` for viewers who may change none. */
export const offerColumns = (onAct: ((act: OfferAct, offer: Offer) => void) | null): Column<Offer>[] =>
  titled(copy.columns, [
    {
      key: 'child',
      rowHeader: true,
      render: (offer) => (
        <CellLines>
          <Link to={`/admin/registration?id=${offer.registration_id}`}>{offer.child_name}</Link>
          <small>{offer.registration_number}</small>
          <span data-until="720">
            <Status of={offer} />
          </span>
        </CellLines>
      ),
    },
    { key: 'status', width: '200px', from: 720, render: (offer) => <Status of={offer} /> },
    {
      key: 'until',
      width: '180px',
      sort: { ascending: 'answer_until', descending: '-answer_until' },
      render: (offer) => <Until of={offer} />,
    },
    {
      key: 'why',
      from: 840,
      render: (offer) => (
        <Why>
          {whyLines(offer).map((line) => (
            <small key={line}>{line}</small>
          ))}
        </Why>
      ),
    },
    ...(onAct
      ? ([
          {
            key: 'actions',
            width: '208px',
            actions: true,
            render: (offer: Offer) =>
              offer.actions.length === 0 ? null : (
                <Row $gap={4} $justify="end">
                  {offer.actions.map((act) => (
                    <RowButton
                      key={act}
                      small
                      variant={act === 'extend' ? 'secondary' : 'ghost'}
                      aria-label={copy.on(copy[act], offer.child_name)}
                      onClick={() => onAct(act, offer)}
                    >
                      {copy[act]}
                    </RowButton>
                  ))}
                </Row>
              ),
          },
        ] as const)
      : []),
  ]);
