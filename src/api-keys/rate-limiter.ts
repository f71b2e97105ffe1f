import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { CONFIG, type Config } from '../config/config.js';
import { type Rate } from '../config/setting-types.js';
import { type RequestContext } from '../http/request-context.js';
import { type Plan, planNames } from '../config/plans.js';
import { RedisCounter } from './redis-counter.js';

interface Limit {
  rate: Rate;
  limiter: RateLimiterAbstract;
}

/** Counts in memory while Redis is unavailable. */
class Insurance extends RateLimiterMemory {
  constructor(
    options: ConstructorParameters<typeof RateLimiterMemory>[0],
    private readonly onUse: () => unknown,
  ) {
    super(options);
  }

  override consume(...consumed: Parameters<RateLimiterMemory['consume']>): Promise<RateLimiterRes> {
    this.onUse();
    return super.consume(...consumed);
  }
}

/**
 * Counts the requests of each key against its plan's rate: in memory, or in Redis for all instances together, and
 * in memory again while Redis is unavailable.
 */
@Injectable()
export class RateLimiter implements BeforeApplicationShutdown {
  private readonly counter: RedisCounter | undefined;
  private readonly limits = new Map<string, Limit>();

  constructor(@Inject(CONFIG) config: Config) {
    const limited = planNames.filter((plan) => config.rates[plan] !== undefined);
    if (config.redisUrl !== undefined && limited.length > 0) this.counter = new RedisCounter(config.redisUrl);
    for (const plan of limited) {
      const rate = config.rates[plan]!;
      this.limits.set(plan, { rate, limiter: this.limiterOf(plan, rate) });
    }
  }

  /** Whether the counts are shared; undefined without Redis. */
  get shared(): boolean | undefined {
    return this.counter?.isAvailable;
  }

  /**
   * Counts an authenticated request, and adds the `RateLimit` fields to its response.
   * @returns undefined where the plan has no limit, else whether the request is within it.
   */
  consume(context: RequestContext): Promise<boolean> | undefined {
    const { id, plan } = context.client!;
    const limit = this.limits.get(plan);
    return limit && this.count(context, id, plan, limit);
  }

  beforeApplicationShutdown(): void {
    this.counter?.close();
  }

  private async count(
    context: RequestContext,
    id: number,
    plan: string,
    { rate, limiter }: Limit,
  ): Promise<boolean> {
    const [state, allowed] = await limiter.consume(id).then(
      (state) => [state, true] as const,
      (rejection: unknown) => {
        if (rejection instanceof RateLimiterRes) return [rejection, false] as const;
        throw rejection;
      },
    );
    const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
    context.responseHeaders.push(
      'RateLimit-Policy',
      `"${plan}";q=${rate.requests};w=${rate.seconds}`,
      'RateLimit',
      `"${plan}";r=${state.remainingPoints};t=${seconds}`,
    );
    if (!allowed) context.responseHeaders.push('Retry-After', String(seconds));
    return allowed;
  }

  private limiterOf(plan: Plan, { requests, seconds }: Rate): RateLimiterAbstract {
    const options = { keyPrefix: `directory:rate:${plan}`, points: requests, duration: seconds };
    const { counter } = this;
    if (counter === undefined) return new RateLimiterMemory(options);
    return new RateLimiterRedis({
      ...options,
      storeClient: counter.redis,
      insuranceLimiter: new Insurance(options, () => counter.renew()),
      rejectIfRedisNotReady: true,
      inMemoryBlockOnConsumed: requests + 1,
    });
  }
}
