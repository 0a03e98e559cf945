import { languageTable, type LanguageTable } from '../languages.ts'
import { ownProperty } from '#common/own-property.ts'

/**
 * The consent text above the submit button, by version. Every contact stores the text as it was displayed, so a version is never
 * changed: add another.
 */
export const consentVersion = '2026-11-23'

const wordings: Record<string, Record<string, string>> = {
  '2026-11': {
    en: 'Your details go to {owner}, who will use them to answer you. They are kept until {owner} removes them; you can ask for that, or for a copy, at any time.',
    'fr-FR':
      'Vos coordonnées vont à {owner}, qui s’en servira pour vous répondre. Elles sont conservées jusqu’à ce que {owner} les supprime ; vous pouvez le demander, ou en demander une copie, à tout moment.',
    'fr-CA':
      'Vos coordonnées vont à {owner}, qui s’en servira pour vous répondre. Elles sont conservées jusqu’à ce que {owner} les supprime; vous pouvez le demander, ou en demander une copie, en tout temps.',
    ro: 'Datele dumneavoastră ajung la {owner}, care le va folosi pentru a vă răspunde. Sunt păstrate până când {owner} le șterge; puteți cere oricând acest lucru sau o copie.',
  },
  '2026-11-23': {
    en: 'Your details go to {owner}, who will use them to reply to you. They’re kept until the owner of this card deletes them. You can ask for that, or for a copy, at any time.',
    'fr-FR':
      'Vos coordonnées sont transmises à {owner}, qui les utilisera pour vous répondre. Elles sont conservées jusqu’à leur suppression par le propriétaire de cette carte. Vous pouvez demander cette suppression, ou une copie, à tout moment.',
    'fr-CA':
      'Vos coordonnées sont transmises à {owner}, qui les utilisera pour vous répondre. Elles sont conservées jusqu’à leur suppression par le propriétaire de cette carte. Vous pouvez demander cette suppression, ou une copie, en tout temps.',
    ro: 'Datele tale ajung la {owner}, care le va folosi ca să îți răspundă. Se păstrează până când proprietarul acestei cărți de vizită le șterge. Poți cere oricând ștergerea lor sau o copie.',
  },
}

/** The text of a version, in the language or the nearest that has it; null for an unknown version. */
export function consentWords(version: string, language: string, owner: string, table: LanguageTable = languageTable): string | null {
  const wording = ownProperty(wordings, version)
  return wording ? textIn(wording, language, table).replaceAll('{owner}', owner) : null
}

function textIn(wording: Record<string, string>, language: string, table: LanguageTable): string {
  const base = ownProperty(table, language)?.extends
  return ownProperty(wording, language) ?? (base ? textIn(wording, base, table) : (wording['en'] ?? ''))
}
