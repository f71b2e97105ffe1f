/**
 * For trigger functions: they run as the owner of the tables, and find the tables whatever the session's search path.
 * `migrate` sets the path that they keep: the schema of the tables, then temporary tables.
 */
export const SECURITY_DEFINER = 'SECURITY DEFINER SET search_path FROM CURRENT';
