/** For trigger functions: they work for whoever may change the table, wherever his session looks for names. */
export const SECURITY_DEFINER = 'SECURITY DEFINER SET search_path FROM CURRENT';
