import { useEffect } from 'react'
import type { DraftService } from '#contract/cards/drafts.ts'
import { serviceCapabilities } from '#contract/cards/drawing.ts'
import { parseLink } from '#common/text/web-link.ts'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { Group } from '../../fields/group.tsx'
import { ProNote, usePermission } from '../../fields/pro-note.tsx'
import { SortList } from '../../fields/sort-list.tsx'
import { ExperimentToggle } from '../../fields/toggle.tsx'
import { useDraft, useEditor } from '../../use-editor.ts'
import { useRoles } from '../use-roles.ts'
import { AddLinks } from './add-links.tsx'
import { ChooseService } from './choose-service.tsx'
import { LinkRow } from './link-row.tsx'
import { serviceIn, showService, useServiceActions } from './use-services.ts'
import type { Kind } from './paste-links.ts'

/** The card's links and their order. */
export function LinksSection() {
  const t = useTranslate()
  const { facts } = useEditor()
  const [services] = useDraft('services')
  const { write } = useServiceActions()
  const mayReview = usePermission('ReviewMe')
  const roles = useRoles()
  useEffect(() => {
    const linked = serviceIn(location.hash)
    if (linked) showService(linked.id, linked.field)
  }, [])
  const kinds = facts.serviceKinds
  const kindOf = new Map(kinds.map((kind) => [kind.gradeServiceId, kind]))
  const nameOf = (id: number) => kindOf.get(id)?.serviceName ?? t('editor.links.unknown')
  const places = placesOf(services, kinds, roles?.whatIsYourHomeWorth ?? 0)
  const visibleCount = services.filter(({ ignoreService, directLink }) => !ignoreService && directLink.trim() !== '').length
  const isWithReviews = services.some(({ gradeServiceId }) => {
    const kind = kindOf.get(gradeServiceId)
    return kind && can(kind, 'review')
  })

  return (
    <>
      <Group title={t('editor.links.addTitle')} lead={t('editor.links.lead')}>
        <AddLinks kinds={kinds} />
        <ChooseService kinds={kinds} />
      </Group>
      <Group title={t('editor.links.title')} note={t('editor.links.count', { count: visibleCount })} isRows={services.length > 0}>
        {services.length === 0 ? (
          <p className="ui-note">{t('editor.links.none')}</p>
        ) : (
          <SortList
            items={services}
            keyOf={({ gradeServiceId }) => gradeServiceId}
            nameOf={({ gradeServiceId }) => nameOf(gradeServiceId)}
            reorder={write}
          >
            {(service, at) => {
              const kind = kindOf.get(service.gradeServiceId)
              const where = places.get(service.gradeServiceId) ?? []
              return (
                <LinkRow
                  service={service}
                  at={at}
                  name={nameOf(service.gradeServiceId)}
                  takesReviews={kind !== undefined && can(kind, 'review')}
                  where={where.map((place) => t(`editor.links.at.${place}`)).join(' · ')}
                />
              )
            }}
          </SortList>
        )}
      </Group>
      {isWithReviews && !mayReview && <ProNote permission="ReviewMe" />}
      <Group title={t('editor.links.short')} isRows>
        <ExperimentToggle name="EnableShortCardLinks" label={t('editor.links.shortLabel')} more={t('editor.links.shortMore')} />
      </Group>
    </>
  )
}

const places = ['tile', 'behindMore', 'connect', 'review', 'website', 'homeValue', 'nowhere', 'noLink', 'hidden'] as const
type Place = (typeof places)[number]

const tilesMax = 5

const can = (kind: Kind, what: keyof typeof serviceCapabilities) => (kind.capabilities & serviceCapabilities[what]) !== 0

/** Where each service appears on the card, by ID. If more tiles are set than fit, the last tile counts the rest. */
export function placesOf(services: readonly DraftService[], kinds: readonly Kind[], homeValueId: number): Map<number, Place[]> {
  const kindOf = new Map(kinds.map((kind) => [kind.gradeServiceId, kind]))
  const onHome = services.filter((service) => {
    const kind = kindOf.get(service.gradeServiceId)
    return kind && can(kind, 'homepage') && isLinked(service)
  })
  const tiles = new Set(onHome.slice(0, onHome.length > tilesMax ? tilesMax - 1 : tilesMax).map(({ gradeServiceId }) => gradeServiceId))
  return new Map(services.map((service) => [service.gradeServiceId, placesOfOne(service)]))

  function placesOfOne(service: DraftService): Place[] {
    const kind = kindOf.get(service.gradeServiceId)
    if (service.ignoreService) return ['hidden']
    if (!kind || !isLinked(service)) return kind && can(kind, 'review') ? ['noLink', 'review'] : ['noLink']
    const found: Place[] = []
    if (can(kind, 'homepage')) found.push(tiles.has(kind.gradeServiceId) ? 'tile' : 'behindMore')
    if (can(kind, 'connect')) found.push('connect')
    if (can(kind, 'review')) found.push('review')
    if (can(kind, 'website')) found.push('website')
    if (kind.gradeServiceId === homeValueId) found.push('homeValue')
    return found.length > 0 ? found : ['nowhere']
  }
}

const isLinked = ({ directLink, ignoreService }: DraftService) => !ignoreService && directLink.trim() !== '' && isReadable(directLink)
/** WhatsApp accepts a phone number, which becomes its address when published. */
const isReadable = (link: string) => parseLink(link) !== null || /^\+?[\d\s()./-]{8,}$/.test(link.trim())
