/** Western Indonesia Time has been UTC+7 without a summer time since 1964. */
const WIB_MS = 7 * 3_600_000;

/** The clock of Asia/Jakarta at a moment, `YYYY-MM-DDThh:mm:ss.sss`. */
export function inJakarta(moment: Date): string {
  return new Date(moment.getTime() + WIB_MS).toISOString().slice(0, -1);
}

/** Days from one day `YYYY-MM-DD` to another; negative where that is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

/** The business day of a moment in Asia/Jakarta, `YYYY-MM-DD`. */
export function jakartaDay(moment: Date): string {
  return inJakarta(moment).slice(0, 10);
}
