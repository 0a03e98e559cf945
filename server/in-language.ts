/** Of what the server writes by itself, the words in somebody's language; English where it has none. */
export function inLanguage<Words>(language: string, { en, fr, ro }: { en: Words; fr: Words; ro: Words }): Words {
  return language.startsWith('fr') ? fr : language.startsWith('ro') ? ro : en
}
