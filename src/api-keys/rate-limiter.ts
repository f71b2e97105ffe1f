import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { CONFIG, type Config } from '../config/config.js';
import { type Rate } from '../config/setting-kinds.js';
import { type RequestContext } from '../http/request-context.js';
import { type Plan, plans } from './plans.js';
import { RedisCounter } from './redis-counter.js';

interface Limit {
  rate: Rate;
  limiter: RateLimiterAbstract;
}

/** Counts while Redis does not. */
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
 * in memory again while Redis is out.
 */
@Injectable()
export class RateLimiter implements BeforeApplicationShutdown {
  private readonly counter: RedisCounter | undefined;
  private readonly limits = new Map<string, Limit>();

  constructor(@Inject(CONFIG) config: Config) {
    const limited = (Object.keys(plans) as Plan[]).filter((plan) => config.rates[plan] !== undefined);
    if (config.redisUrl !== undefined && limited.length > 0) this.counter = new RedisCounter(config.redisUrl);
    for (const plan of limited) {
      const rate = config.rates[plan]!;
      this.limits.set(plan, { rate, limiter: this.limiterOf(plan, rate) });
    }
  }

  /** Whether the counts are shared; undefined where no Redis is set. */
  get shared(): boolean | undefined {
    return this.counter?.isAnswering;
  }

  /**
   * Counts an admitted request, and tells its client where it stands.
   * @returns undefined where the plan has no limit, else whether the request may go on.
   */
  consume(exchange: RequestContext): Promise<boolean> | undefined {
    const { id, plan } = exchange.client!;
    const limit = this.limits.get(plan);
    return limit && this.count(exchange, id, plan, limit);
  }

  beforeApplicationShutdown(): void {
    this.counter?.close();
  }

  private async count(
    exchange: RequestContext,
    id: number,
    plan: string,
    { rate, limiter }: Limit,
  ): Promise<boolean> {
    const [state, allowed] = await limiter.consume(id).then(
      (state) => [state, true] as const,
      (refusal: unknown) => {
        if (refusal instanceof RateLimiterRes) return [refusal, false] as const;
        throw refusal;
      },
    );
    const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
    exchange.responseHeaders.push(
      'RateLimit-Policy',
      `"${plan}";q=${rate.requests};w=${rate.seconds}`,
      'RateLimit',
      `"${plan}";r=${state.remainingPoints};t=${seconds}`,
    );
    if (!allowed) exchange.responseHeaders.push('Retry-After', String(seconds));
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
