import { exportAnnouncements } from '@gerbang/contracts/announcements';
import { ExportButton } from '@gerbang/web-kit/lists/export-button.tsx';
import { ToolWord } from '@gerbang/web-kit/lists/page-tools.tsx';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { Plus } from 'lucide-react';
import { styled } from 'styled-components';
import { listCopy as copy } from './announcements.copy.ts';

/** On a tablet that stands there is no room for it. */
const NotUpright = styled.div`
  display: contents;
  @media (min-width: 640px) and (max-width: 899.98px) {
    display: none;
  }
`;

/** The list as a file. */
export const Export = ({ addressOf }: { addressOf: (path: string) => string }) => (
  <NotUpright>
    <ExportButton wordFrom={1440} file="pengumuman" address={() => addressOf(exportAnnouncements.path)} />
  </NotUpright>
);

/** The way to a new announcement; beside the search, the year and the export its words have room on a wide laptop only. */
export const CreateLink = () => (
  <LinkButton to="/admin/announcements/create">
    <Plus size={18} aria-hidden="true" />
    <ToolWord $from={1366}>{copy.create}</ToolWord>
  </LinkButton>
);
