import { showToast } from '@gerbang/ui/toast';
import { messageOf } from '../api/client.ts';

/** Shows a toast of success; `titleLang` where the title is not Indonesian. */
export function toast(title: string, description: string, titleLang?: string): void {
  showToast({ title, titleLang, description });
}

/** A toast of failure, destructive; `description` may be the error itself. */
export function toastFailure(title: string, description: unknown, titleLang?: string): void {
  showToast({
    title,
    titleLang,
    description: typeof description === 'string' ? description : messageOf(description),
    destructive: true,
  });
}
