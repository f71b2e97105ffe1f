import { fileURLToPath } from 'node:url';

/** Canonical files, as an operator would import them. The names and companies in them are invented. */
export const sampleNetworks = sampleFile('networks.csv');

/** The programs of each network that has any. */
export const samplePrograms = [
  { network: 'Tallowgate', ...sampleFile('programs/tallowgate.csv') },
  { network: 'Fördelink', ...sampleFile('programs/foerdelink.csv') },
  { network: 'Passerelle & Cie', ...sampleFile('programs/passerelle-et-cie.csv') },
  { network: 'Klaverblad Partners', ...sampleFile('programs/klaverblad-partners.csv') },
  { network: 'Red Azahar', ...sampleFile('programs/red-azahar.csv') },
  { network: 'Copper Pier Media', ...sampleFile('programs/copper-pier-media.csv') },
  { network: '雲雀パートナーズ', ...sampleFile('programs/hibari-partners.csv') },
] as const;

/** `file` is its name in the history of imports. */
function sampleFile(name: string): { path: string; file: string } {
  return { path: fileURLToPath(new URL(name, import.meta.url)), file: `sample/${name}` };
}
