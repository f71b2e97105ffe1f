import { WrongUsage } from '../../import-errors.js';

const PROGRAM = '{networkProgramId}';

/** The link of one program; the operator's template has `{networkProgramId}` in it. */
export const registerLink = (template: string, networkProgramId: string | number): string =>
  template.replaceAll(PROGRAM, () => encodeURIComponent(String(networkProgramId).trim()));

/** Throws `WrongUsage` for a template that makes no links. */
export function checkRegisterTemplate(template: string): void {
  const example = registerLink(template, 1);
  const isLink = /^https?:\/\//i.test(example) && URL.canParse(example);
  if (isLink && template.includes(PROGRAM) && !/[{}]/.test(example)) return;
  throw new WrongUsage(
    `--register-url takes an http or https URL with ${PROGRAM} in it, and no other braces`,
  );
}
