/** Jest: what the browser tests need before they start. */
export default async function setup(): Promise<void> {}
