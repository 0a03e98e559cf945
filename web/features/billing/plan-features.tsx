import { useTranslate } from '../../i18n/use-translate.ts'
import type { MessageKey } from '#common/messages/message.ts'
import type { IconName } from '../../ui/icons/icon-names.ts'
import { IconList } from '../../ui/list/icon-list.tsx'

const features = [
  ['infinity', 'restricted.contacts'],
  ['star', 'restricted.reviews'],
  ['badge-check', 'restricted.integration'],
  ['clapperboard', 'restricted.video'],
  ['link', 'restricted.links'],
  ['life-buoy', 'restricted.support'],
] as const satisfies [IconName, MessageKey][]

/** The features of PRO. */
export function PlanFeatures() {
  const t = useTranslate()
  return <IconList items={features.map(([icon, words]) => ({ icon, text: t(words) }))} />
}
