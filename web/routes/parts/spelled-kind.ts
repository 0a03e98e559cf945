import type { ServiceKind } from '#contract/drafts.ts'
import { shortName } from '#contract/service-names.ts'

/**
 * With the name as its brand spells it. Businesses keep their full names: Facebook is another kind than Facebook Business. Apart from
 * `shortName`, which every card loads.
 */
export function spelledKind(kind: ServiceKind): ServiceKind {
  return / Business/.test(kind.serviceName) ? kind : { ...kind, serviceName: shortName(kind.serviceName) }
}
