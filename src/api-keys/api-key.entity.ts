import { Check, Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** An API key. The key itself is never stored: `digest` is its SHA-256. */
@Entity('api_keys')
@Unique('api_keys_digest_key', ['digest'])
@Unique('api_keys_rotated_into_key', ['rotatedInto'])
@Check('api_keys_digest_length', 'octet_length(digest) = 32')
@Check('api_keys_holder_clean', 'clean_text(holder, 200)')
@Check(
  'api_keys_times_printable',
  'printable(created_at) AND printable(expires_at) AND printable(revoked_at)',
)
@Check('api_keys_plan_word', "plan ~ '^[a-z][a-z0-9-]{0,49}$'")
export class ApiKey {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('bytea')
  digest: Buffer;

  /** The first characters of the key, by which its holder recognises it. */
  @Column('text')
  prefix: string;

  @Column('text')
  holder: string;

  @Column('text')
  plan: string;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;

  /** The last moment at which the key is valid. */
  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3, nullable: true })
  expiresAt: Date | null;

  @Column({ type: 'timestamptz', name: 'revoked_at', precision: 3, nullable: true })
  revokedAt: Date | null;

  @Column({ type: 'timestamptz', name: 'last_used_at', precision: 3, nullable: true })
  lastUsedAt: Date | null;

  /** The key that replaces this one. */
  @Column({ type: 'integer', name: 'rotated_into', nullable: true })
  rotatedInto: number | null;
}
