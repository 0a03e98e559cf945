import { ownerHref } from '#contract/pages.ts'
import type { PushWords } from './present-message.ts'
import { inLanguage } from '#server/in-language.ts'

const en = { title: 'It works', body: 'You’ll get your card’s notifications on this device.' }
const fr: typeof en = { title: 'Ça marche', body: 'Les notifications de votre carte arrivent sur cet appareil.' }
const ro: typeof en = { title: 'Funcționează', body: 'Notificările cărții tale de vizită ajung pe acest dispozitiv.' }

export function presentTest(alias: string, language: string): PushWords {
  const words = inLanguage(language, { en, fr, ro })
  return { ...words, path: ownerHref(alias, 'myNotifications'), tag: 'test' }
}
