export const SHARED: readonly string[];
export function sharedByRemote(): Record<string, { singleton: true; import: false; requiredVersion: false }>;
