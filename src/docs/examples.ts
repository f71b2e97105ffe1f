/** Answers of the sample directory, by operation. */
export const examples: Record<string, Record<string, { summary: string; value: unknown }>> = {};
