import { Button } from '@gerbang/ui/button';
import { Plus } from 'lucide-react';

/** Beside the title of a page: begins a new one. */
export const AddButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button small icon={<Plus size={16} aria-hidden="true" />} onClick={onClick}>
    {label}
  </Button>
);
