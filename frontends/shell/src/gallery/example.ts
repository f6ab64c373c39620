import type { ReactNode } from 'react';

/** One component as the gallery shows it. */
export interface Example {
  /** Name of its file in packages/ui, without the ending: a test asks that none is missing. */
  readonly component: string;
  readonly draw: () => ReactNode;
}

/** A group of the component inventory. */
export interface ExampleGroup {
  readonly title: string;
  readonly examples: readonly Example[];
}
