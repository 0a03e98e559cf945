import type { Language } from '#contract/languages.ts'
import type { TourStep } from '#contract/cards/releases.ts'
import { translateTo } from '#server/common/messages.ts'

/** In order. A target is the name of an element of the page. */
const targets = ['dock-share', 'dock-contacts', 'account', 'menu'] as const

/** The built-in tour. */
export function builtInTour(language: Language): TourStep[] {
  const t = translateTo(language)
  return targets.map((target) => ({ target, title: t(`tourStep.${target}.title`), content: t(`tourStep.${target}.content`) }))
}
