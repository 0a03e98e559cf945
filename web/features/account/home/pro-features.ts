import type { MessageKey } from '#common/messages/message.ts'
import type { IconName } from '../../../ui/icons/icon-names.ts'

export const proFeatures = [
  ['star', 'restricted.reviews'],
  ['infinity', 'restricted.contacts'],
  ['clapperboard', 'restricted.video'],
  ['link', 'restricted.links'],
  ['badge-check', 'restricted.integration'],
  ['life-buoy', 'restricted.support'],
] as const satisfies [IconName, MessageKey][]
