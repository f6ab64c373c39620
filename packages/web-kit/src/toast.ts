import { showToast } from '@gerbang/ui/toast';
import { messageOf } from './client.ts';

/** Shows a toast of success. */
export function toast(title: string, description: string): void {
  showToast({ title, description });
}

/** A toast of failure, destructive; `description` may be the error itself. */
export function toastFailure(title: string, description: unknown): void {
  showToast({
    title,
    description: typeof description === 'string' ? description : messageOf(description),
    destructive: true,
  });
}
