/** The plans with access to the API, by the names that holders know them under. */
export const plans = { 'pro-api': 'Pro + API', enterprise: 'Enterprise' } as const;

export type Plan = keyof typeof plans;

export function isPlan(name: string): name is Plan {
  return Object.hasOwn(plans, name);
}
