import { ToolWord } from '@gerbang/web-kit/lists/page-tools.tsx';
import { LinkButton } from '@gerbang/web-kit/page/link-button.tsx';
import { Plus } from 'lucide-react';
import { listCopy as copy } from './announcements.copy.ts';

/** The way to a new announcement; beside the search, the year and the export its words have room on a wide laptop only. */
export const CreateLink = () => (
  <LinkButton to="/admin/announcements/create">
    <Plus size={18} aria-hidden="true" />
    <ToolWord $from={1366}>{copy.create}</ToolWord>
  </LinkButton>
);
