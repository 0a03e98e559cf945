import type { Package } from './read-lock.ts'

/** What may be handed on together with a work under AGPL-3.0-or-later. */
const forEverything = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Zlib',
] as const
/** Besides, for what only builds and tests. */
const forTools = [...forEverything, 'CC-BY-4.0', 'Python-2.0', 'Unlicense']

/** Parts of these development packages are drawn into what is built. */
export const drawnIn: ReadonlySet<string> = new Set([
  '@fontsource-variable/instrument-sans',
  '@fontsource-variable/newsreader',
  'lucide-static',
  'simple-icons',
])
export const isHandedOn = ({ name, ships }: Pick<Package, 'name' | 'ships'>): boolean => ships || drawnIn.has(name)

/** Why a package may not be used, or nothing. */
export function faultOfLicense(of: Pick<Package, 'name' | 'ships' | 'license'>): string | null {
  if (!of.license) return `${of.name} names no license`
  const allowed: readonly string[] = isHandedOn(of) ? forEverything : forTools
  return isAllowed(of.license, allowed) ? null : `${of.name} is under ${of.license}`
}

/** `A AND B`: both must be; `A OR B`: one is enough. */
function isAllowed(expression: string, allowed: readonly string[]): boolean {
  return expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => allowed.includes(one)))
}

export function drawLicenses(packages: readonly Package[]): string {
  const section = (title: string, those: readonly Package[]) => {
    const groups = Map.groupBy(those, ({ license = 'none' }) => license)
    const rows = [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([license, of]) => `| ${license} | ${namesOf(of)} |`)
    return [`## ${title}`, '', '| license | packages |', '|---|---|', ...rows, '']
  }
  return [
    '# Licenses of what we use',
    '',
    'Carte is under AGPL-3.0-or-later. What it is handed on with, and what only builds and tests it, each under its own license. A license that is not in `scripts/supply/licenses.ts` fails the tests.',
    '',
    ...section('In the product', packages.filter(isHandedOn)),
    ...section(
      'Only in building and testing',
      packages.filter((one) => !isHandedOn(one)),
    ),
    'Drawn by `npm run docs` from `package-lock.json`.',
    '',
  ].join('\n')
}

const namesOf = (packages: readonly Package[]) => [...new Set(packages.map(({ name }) => `\`${name}\``))].toSorted().join(', ')
