import type { Language } from '#contract/languages.ts'
import type { TourStep } from '#contract/cards/releases.ts'
import { translateTo } from '#server/messages.ts'

/** In the order a new owner needs them. A target is named by the part of the page that carries it. */
const targets = ['dock-share', 'dock-contacts', 'account', 'menu'] as const

/** The tour that the product brings along. */
export function ourTour(language: Language): TourStep[] {
  const t = translateTo(language)
  return targets.map((target) => ({ target, title: t(`tourStep.${target}.title`), content: t(`tourStep.${target}.content`) }))
}
