const LOOK_EVERY_MS = 10;

/** Waits until something is true. @throws when it is not within `ms` milliseconds. */
export async function waitFor(isTrue: () => Promise<boolean>, ms = 10_000): Promise<void> {
  const until = performance.now() + ms;
  while (!(await isTrue())) {
    if (performance.now() > until) throw new Error(`not true within ${ms} ms: ${isTrue.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
