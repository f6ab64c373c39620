import { showToast } from '@gerbang/ui/toast';
import { messageOf } from './client.ts';

/** A toast of success: title and description by the catalogue (accounts §8). */
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
