/** A file of a listing that was read to its end. */
export interface ReadPage {
  file: string;
  records: number;
  /** Key of its first record, to recognise a page that is there twice. */
  first: string | undefined;
  declaredTotal: number | undefined;
  /** Why the file may be cut although it could be read to its end. */
  possiblyCut?: string | undefined;
}

/**
 * Why the pages are not complete listings; undefined where they are, or where no page declares a total. Each page
 * declares the total of its listing. Several listings may be read together, also with the same total.
 */
export function findIncompleteListings(pages: readonly ReadPage[]): string | undefined {
  const problems = [
    ...pages.flatMap(({ possiblyCut }) => possiblyCut ?? []),
    ...[...byTotal(pages)].flatMap(([total, listing]) => problemOf(total, listing) ?? []),
  ];
  return problems.length > 0 ? problems.join('; ') : undefined;
}

function problemOf(total: number, pages: readonly ReadPage[]): string | undefined {
  // One page may be a complete listing. Some networks end a listing with an empty page.
  const hasCompletePage = pages.some(({ records }) => records === total);
  const parts = pages.filter(({ records }) => records !== total && (records > 0 || !hasCompletePage));
  if (parts.length === 0) return undefined;
  const firsts = parts.map(({ first }) => first);
  const twice = parts.find(({ first }, index) => first !== undefined && firsts.indexOf(first) < index);
  if (twice) return `${twice.file} is a page that was given twice`;
  const found = parts.reduce((sum, { records }) => sum + records, 0);
  const fits = parts.every(({ records }) => records <= total);
  if (fits && found > 0 && found % total === 0) return undefined;
  return `${nameSome(parts)} ${parts.length > 1 ? 'declare' : 'declares'} ${total} programs, ${found} were found`;
}

function byTotal(pages: readonly ReadPage[]): Map<number, ReadPage[]> {
  const listings = new Map<number, ReadPage[]>();
  for (const page of pages) {
    if (page.declaredTotal === undefined) continue;
    const listing = listings.get(page.declaredTotal);
    if (listing) listing.push(page);
    else listings.set(page.declaredTotal, [page]);
  }
  return listings;
}

function nameSome([first, ...others]: readonly ReadPage[]): string {
  return others.length > 0 ? `${first?.file} and ${others.length} more` : `${first?.file}`;
}
