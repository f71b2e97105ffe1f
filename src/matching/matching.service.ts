import { Injectable } from '@nestjs/common';
import { hostName } from '../hosts/host-name.js';
import { normalizeCountryCode } from '../text/country-code.js';
import { MatchPlan } from './match-plan.js';
import { MatchResult } from './match-result.js';
import { type MatchBody } from './match.body.js';
import { MatchingRepository } from './matching.repository.js';

@Injectable()
export class MatchingService {
  constructor(private readonly repository: MatchingRepository) {}

  /** Finds for each URL the programs of the strongest rule that leads to any. */
  async match({ urls, match = 'host', countries = [] }: MatchBody): Promise<MatchResult> {
    const hosts = urls.map(hostName);
    const plan = new MatchPlan(
      hosts.filter((host) => host !== undefined),
      match,
    );
    const { directory, found } = await this.repository.find(plan, [
      ...new Set(countries.flatMap((code) => normalizeCountryCode(code) ?? [])),
    ]);
    const matches = urls.map((url, at) => {
      const host = hosts[at];
      const decision = host === undefined ? undefined : plan.decisionFor(host, (lookup) => found.has(lookup));
      return { url, host, rule: decision?.rule, found: decision && found.get(decision.lookup) };
    });
    return new MatchResult(directory, matches);
  }
}
