import { describe, expect, test } from '@jest/globals';
import { programFields } from '../../src/importing/normalizing/program-fields.js';
import { SharedHosts } from '../../src/importing/shared-hosts.js';

interface Row {
  primaryUrl: string;
  registerUrl?: string;
}

/** The warnings for programs with these values. */
function warningsFor(rows: Iterable<Row>, templateHosts: string[] = []): string[] {
  const hosts = new SharedHosts(programFields, templateHosts);
  for (const row of rows) hosts.add(programFields.map(({ name }) => row[name as keyof Row]));
  const warnings: string[] = [];
  hosts.reportTo((message) => warnings.push(message));
  return warnings;
}

/** A number of programs, each on a different host, with this register link. */
const programs = (count: number, registerUrl?: string): Row[] =>
  Array.from({ length: count }, (_, index) => ({
    primaryUrl: `shop-${index}.example`,
    ...(registerUrl !== undefined && { registerUrl }),
  }));

describe('An import warns', () => {
  test('of a registerUrl host that 50 programs and more than a tenth of them share', () => {
    expect(warningsFor([...programs(49, 'https://go.track.example/1'), ...programs(1)])).toEqual([]);
    expect(warningsFor([...programs(50, 'https://go.track.example/1'), ...programs(449)])).toEqual([
      'registerUrl: 50 of 499 programs share the host go.track.example, which is not their own; check that these are not tracking links with your id in them',
    ]);
    expect(warningsFor([...programs(50, 'https://go.track.example/1'), ...programs(450)])).toEqual([]);
  });

  test('of a primaryUrl host that 50 programs and more than a tenth of them have', () => {
    const shared = Array.from({ length: 60 }, () => ({ primaryUrl: 'go.track.example' }));
    expect(warningsFor([...shared, ...programs(100)])).toEqual([
      'primaryUrl: 60 of 160 programs have the host go.track.example; check that these are not tracking links with your id in them',
    ]);
  });

  test('of a shared host among more hosts than are counted at a time', () => {
    const rows = Array.from({ length: 50_000 }, (_, index) => ({
      primaryUrl: `shop-${index}.example`,
      registerUrl: index % 5 === 0 ? 'https://go.track.example/1' : `https://join-${index}.example/`,
    }));
    expect(warningsFor(rows)).toEqual([
      expect.stringMatching(
        /^registerUrl: (?:10000|99\d\d) of 50000 programs share the host go\.track\.example, /,
      ),
    ]);
  });
});

describe('An import does not warn', () => {
  test("of register links on the programs' own hosts", () => {
    const own = { primaryUrl: 'www.shop.example', registerUrl: 'https://partners.shop.example/join' };
    const warnings = warningsFor([...Array.from({ length: 60 }, () => own), ...programs(1000)]);
    expect(warnings).toEqual([]);
  });

  test('of register links that the operator made with a template', () => {
    const rows = programs(100, 'https://network.example/join/1');
    expect(warningsFor(rows, ['network.example'])).toEqual([]);
  });

  test('of a small import', () => {
    expect(warningsFor(programs(20, 'https://go.track.example/1'))).toEqual([]);
  });
});
