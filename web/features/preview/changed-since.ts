import type { PreviewMessage } from '#contract/preview.ts'
import type { Shown } from './as-shown.ts'

const isSame = (one: unknown, other: unknown) => Object.is(one, other) || JSON.stringify(one) === JSON.stringify(other)

/** What the card in the frame is told: only what is not as it was last told. */
export function changedSince(told: Shown | null, shown: Shown): PreviewMessage[] {
  const source = 'carte-account'
  const before: Readonly<Record<string, unknown>> = told?.card ?? {}
  const subject = Object.fromEntries(Object.entries(shown.card).filter(([key, value]) => !(key in before) || !isSame(value, before[key])))
  return [
    ...(isSame(told?.services, shown.services) ? [] : [{ source, type: 'services', services: shown.services } as const]),
    ...(isSame(told?.components, shown.components) ? [] : [{ source, type: 'components', components: shown.components } as const]),
    ...(Object.keys(subject).length === 0 ? [] : [{ source, type: 'subject', subject } as const]),
  ]
}
