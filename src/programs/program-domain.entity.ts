import { Check, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Program } from './program.entity.js';

/** A further domain of a program: a host name, or `*.` and a host name for all its subdomains. */
@Entity('program_domains')
@Check(
  'program_domains_domain_host',
  "host_name(CASE WHEN starts_with(domain, '*.') THEN substr(domain, 3) ELSE domain END)",
)
@Index('program_domains_by_domain', ['domain', 'programId'])
export class ProgramDomain {
  @PrimaryColumn({ type: 'integer', name: 'program_id', primaryKeyConstraintName: 'program_domains_pkey' })
  programId: number;

  @PrimaryColumn({ type: 'text', collation: 'C', primaryKeyConstraintName: 'program_domains_pkey' })
  domain: string;

  @ManyToOne(() => Program, { onUpdate: 'CASCADE', onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'program_id', foreignKeyConstraintName: 'program_domains_program_fkey' })
  program: Relation<Program>;
}
