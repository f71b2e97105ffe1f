import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** Further domains of programs, by which a URL is matched. */
export class Domains1764201600007 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE program_domains (
        program_id integer NOT NULL,
        -- A host name; with *. in front, all its subdomains.
        domain text COLLATE "C" NOT NULL,
        CONSTRAINT program_domains_pkey PRIMARY KEY (program_id, domain),
        CONSTRAINT program_domains_program_fkey FOREIGN KEY (program_id) REFERENCES programs (id)
          ON UPDATE CASCADE ON DELETE CASCADE,
        CONSTRAINT program_domains_domain_host
          CHECK (host_name(CASE WHEN starts_with(domain, '*.') THEN substr(domain, 3) ELSE domain END))
      );

      CREATE INDEX program_domains_by_domain ON program_domains (domain, program_id);

      -- A version of its own: pages of programs do not show domains, and stay cached.
      SELECT track_changes('program_domains');
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE program_domains');
  }
}
