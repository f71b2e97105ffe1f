/** Networks of different sizes, most of them live. */
export const NETWORKS = `
  INSERT INTO networks (name, created_at, updated_at, last_sync, url, live, sub_id_length, address, address_country)
  SELECT
    (ARRAY['Northwind', 'Harbour', 'Copper', 'Lantern', 'Meadow', 'Summit'])[1 + (i - 1) % 6] || ' '
      || (ARRAY['Partners', 'Affiliates', 'Media', 'Network', 'Performance', 'Leads'])[1 + (i - 1) / 6],
    timestamptz '2014-03-01 09:00:00+00' + i * interval '41 days 3 hours 17.123 seconds',
    timestamptz '2026-01-01 00:00:00+00' - i * interval '13 hours 0.456 seconds',
    CASE WHEN i % 7 <> 0 THEN timestamptz '2026-01-31 04:00:00+00' + i * interval '11 minutes' END,
    'network-' || i || '.example',
    i % 12 <> 0,
    CASE WHEN i % 3 <> 0 THEN 32 * (1 + i % 8) END,
    CASE WHEN i % 4 <> 0 THEN 'Harbour Street ' || i || E'\\n' || (20000 + i * 37) || ' Hamburg' END,
    CASE WHEN i % 4 <> 0 THEN (ARRAY['DE', 'AT', 'GB', 'US', 'FR'])[1 + i % 5] END
  FROM generate_series(1, 36) AS i`;

/**
 * Programs: $1 active ones, and one closed one for twenty of them. Many share a name, a day, a network or a host; the
 * same on every machine, since nothing of it is drawn by chance. Hosts end in a rare word that about 100 active programs
 * have, such as `copper-lane-tea-bidofu.example`; the country `IS` is that of one program in 10,000, and `US` of 4 in 9.
 */
export const PROGRAMS = `
  INSERT INTO programs (name, created_at, updated_at, network_id, network_program_id, date_started, date_closed,
    primary_url, register_url, status, countries)
  SELECT
    words.name,
    created_at,
    created_at + ((a % 70000000) + 0.25) * interval '1 second',
    network_id,
    upper(left(md5(network_id::text), 2)) || '-' || (100000 + i),
    CASE WHEN a % 10 >= 3 THEN created_at::date + (a % 400)::integer - 200 END,
    CASE WHEN NOT active THEN date '2024-01-01' + (b % 700)::integer
         WHEN b % 20 = 0 THEN date '2026-06-01' + (b % 300)::integer END,
    replace(lower(words.name), ' ', '-') || '-' || rare.word || '.example',
    CASE WHEN a % 5 <> 0 THEN 'https://network-' || network_id || '.example/join/' || md5(i::text) END,
    active,
    CASE WHEN a % 10000 = 77 THEN '{IS}'
         WHEN b % 9 = 0 THEN '{}'
         ELSE (ARRAY['DE', 'AT', 'CH', 'GB', 'US', 'FR', 'NL', 'SE', 'PL', 'IT'])[1 + a % 5 : 1 + a % 5 + b % 4] END
  FROM generate_series(1, $1::bigint + $1::bigint / 20) AS i,
    LATERAL (SELECT
      i % 21 <> 0 AS active,
      abs(hashint8extended(i, 1) % 1000000007) AS a,
      abs(hashint8extended(i, 2) % 1000000007) AS b
    ) AS chance,
    LATERAL (SELECT
      1 + (a % 36 * (b % 36)) / 36 AS network_id,
      timestamptz '2015-01-01 00:00:00+00' + (b % 340000000) * interval '1 second' + a % 1000 * interval '1 ms'
        AS created_at
    ) AS drawn,
    LATERAL (SELECT
      (ARRAY['Blue', 'Copper', 'Quiet', 'Little', 'Green', 'Golden', 'North', 'Bright', 'River', 'Alpine'])[1 + a % 10]
      || ' ' ||
      (ARRAY['Kettle', 'Lane', 'Garden', 'Saddle', 'Button', 'Lamp', 'Anchor', 'Barrel', 'Feather', 'Mill'])[1 + a / 10 % 10]
      || ' ' ||
      (ARRAY['Tea', 'Shoes', 'Travel', 'Books', 'Bikes', 'Energy', 'Insurance', 'Cosmetics', 'Games', 'Coffee', 'Tools',
        'Wines'])[1 + a / 100 % 12] AS name
    ) AS words,
    -- Programs of a name, which a % 1200 numbers, have as many words as hosts; no two hosts of a name have the same.
    LATERAL (SELECT
      (a % 1200 * 7919 + b % greatest(1, $1::bigint * 7 / 10 / 1200)) % greatest(1, $1::bigint / 100)
        * 7919 % 1000000 AS number
    ) AS numbered,
    LATERAL (SELECT
      string_agg(
        substr('bcdfghjklmnprstvwxyz', 1 + (number / divisor % 20)::integer, 1)
          || substr('aeiou', 1 + (number / divisor / 20 % 5)::integer, 1),
        '' ORDER BY divisor) AS word
      FROM (VALUES (1), (100), (10000)) AS syllables (divisor)
    ) AS rare`;

/** Three further domains for each active program: two hosts, and a wildcard. */
export const DOMAINS = `
  INSERT INTO program_domains (program_id, domain)
  SELECT id, domain
    FROM programs, LATERAL (VALUES ('further.' || primary_url), (id || '.more.example'), ('*.' || id || '.example'))
      AS further (domain)
    WHERE status`;
