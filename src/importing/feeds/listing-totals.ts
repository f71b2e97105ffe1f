/** One file of a listing, once it is read. */
export interface ReadPage {
  file: string;
  records: number;
  /** Key of its first record, which tells pages apart. */
  first: string | undefined;
  declared: number | undefined;
  /** Why it may be cut all the same. */
  doubt?: string | undefined;
}

/**
 * Why the pages do not make whole listings; undefined where they do, or where none of them declares a total. Each
 * page declares the total of its listing; several listings may come together, also with the same total.
 */
export function incompleteness(pages: readonly ReadPage[]): string | undefined {
  const problems = [
    ...pages.flatMap(({ doubt }) => doubt ?? []),
    ...[...byTotal(pages)].flatMap(([total, listing]) => problemOf(total, listing) ?? []),
  ];
  return problems.length > 0 ? problems.join('; ') : undefined;
}

function problemOf(total: number, pages: readonly ReadPage[]): string | undefined {
  // A listing on a single page, and the empty page that some networks end with.
  const whole = pages.some(({ records }) => records === total);
  const parts = pages.filter(({ records }) => records !== total && (records > 0 || !whole));
  if (parts.length === 0) return undefined;
  const firsts = parts.map(({ first }) => first);
  const twice = parts.find(({ first }, index) => first !== undefined && firsts.indexOf(first) < index);
  if (twice) return `${twice.file} is a page that appears twice`;
  const found = parts.reduce((sum, { records }) => sum + records, 0);
  const fits = parts.every(({ records }) => records <= total);
  if (fits && found > 0 && found % total === 0) return undefined;
  return `${total} programs are declared in ${nameSome(parts)}, ${found} found`;
}

function byTotal(pages: readonly ReadPage[]): Map<number, ReadPage[]> {
  const listings = new Map<number, ReadPage[]>();
  for (const page of pages) {
    if (page.declared === undefined) continue;
    const listing = listings.get(page.declared);
    if (listing) listing.push(page);
    else listings.set(page.declared, [page]);
  }
  return listings;
}

function nameSome([first, ...others]: readonly ReadPage[]): string {
  return others.length > 0 ? `${first?.file} and ${others.length} more` : `${first?.file}`;
}
