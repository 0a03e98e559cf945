const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
let codes: ReadonlyMap<string, string> | null = null

/** `Canada`, `Roumanie` or `us` as Stripe wants it: two letters. Null where nobody can tell. */
export function countryCode(country: string): string | null {
  codes ??= new Map(['en', 'fr', 'ro'].flatMap(namesIn))
  return codes.get(plain(country)) ?? null
}

function namesIn(language: string): [string, string][] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((code) => {
      const name = names.of(code)
      return name ? [[plain(name), code] as [string, string], [plain(code), code] as [string, string]] : []
    })
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{P}\s]/gu, '')
    .toLowerCase()
