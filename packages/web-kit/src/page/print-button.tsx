import { Button } from '@gerbang/ui/button';
import { Printer } from 'lucide-react';

/** Prints the page as it is. */
export const PrintButton = ({ children }: { children: string }) => (
  <Button
    small
    variant="secondary"
    icon={<Printer size={16} aria-hidden="true" />}
    onClick={() => window.print()}
  >
    {children}
  </Button>
);
