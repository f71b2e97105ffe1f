/** The plans with access to the API: the title that holders know, and the setting that limits the rate of each key. */
export const plans = {
  'pro-api': { title: 'Pro + API', rateSetting: 'RATE_LIMIT_PRO_API' },
  enterprise: { title: 'Enterprise', rateSetting: 'RATE_LIMIT_ENTERPRISE' },
} as const;

export type Plan = keyof typeof plans;

/** The name of a setting such as `RATE_LIMIT_ENTERPRISE`. */
export type RateSetting = (typeof plans)[Plan]['rateSetting'];

export const planNames = Object.keys(plans) as Plan[];

export function isPlan(name: string): name is Plan {
  return Object.hasOwn(plans, name);
}

/** Returns an object with one value for each plan. */
export function mapPlans<T>(valueOf: (plan: Plan) => T): Record<Plan, T> {
  return Object.fromEntries(planNames.map((plan) => [plan, valueOf(plan)])) as Record<Plan, T>;
}
