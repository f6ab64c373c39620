import { CellPair } from '@gerbang/ui/layout';
import { VisuallyHidden } from '@gerbang/ui/visually-hidden';
import { type Contact, formatPhone } from '@gerbang/web-kit/page/format';
import { UserRound } from 'lucide-react';
import { styled } from 'styled-components';

const MARK = '(dari akun)';
const Mark = styled.span`
  &&& {
    flex: none;
    margin-inline-start: 4px;
  }
  svg {
    vertical-align: -1px;
  }
`;

/** A line of the cell; what only the account tells has a sign beside it, which is never cut. */
function Line({ text, ofAccount }: { text: string; ofAccount: boolean }) {
  return (
    <small>
      <span>{text}</span>
      {ofAccount ? (
        <Mark title={MARK}>
          <UserRound size={12} aria-hidden="true" />
          <VisuallyHidden>{MARK}</VisuallyHidden>
        </Mark>
      ) : null}
    </small>
  );
}

// Where both have no room, each gives up a part of its end: neither is out of sight, and both are whole when looked at.
const Names = styled.span`
  @media screen and (min-width: 640px) {
    &&& {
      display: flex;
    }
    > span {
      min-width: 0;
      overflow: hidden;
      text-overflow: ellipsis;
    }
    tr[data-opens] &:hover > span,
    tr[data-opens]:focus-visible & > span {
      flex: none;
      overflow: visible;
    }
  }
`;

/** The parents of a row and their number, from the profile, else from the account. */
export function ParentsCell({ parent }: { parent: Contact }) {
  const { father_name, mother_name, contact_phone, name_from_account, phone_from_account } = parent;
  const [first, second] = [father_name, mother_name].filter(Boolean);
  const phone = contact_phone ?? phone_from_account;
  if (!first && !name_from_account && !phone) return '-';
  return (
    <CellPair>
      {first ? (
        <Names>
          <span>{first}</span>
          {second ? <span>{`\u00A0· ${second}`}</span> : null}
        </Names>
      ) : null}
      {!first && name_from_account ? <Line text={name_from_account} ofAccount /> : null}
      {phone ? <Line text={formatPhone(phone)} ofAccount={contact_phone === null} /> : null}
    </CellPair>
  );
}
