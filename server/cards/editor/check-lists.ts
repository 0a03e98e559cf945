import type { CustomReview, MenuItem } from '#contract/cards/cards.ts'
import { readOwnLink, readServiceLink, readWebLink, type ReadLink } from '#contract/cards/check-service-link.ts'
import { sayFault } from '#contract/cards/draft-faults.ts'
import type { DraftService, Fault } from '#contract/cards/drafts.ts'
import { cardPages } from '#contract/pages.ts'

/** A list as it may be published, and what is wrong with it; paths are those inside the list. */
export type Checked<T> = { ready: T; faults: Fault[] }

export function checkServices(services: readonly DraftService[], known: ReadonlySet<number>): Checked<DraftService[]> {
  const { faults, note, link } = notebook()
  const ready = services.map((service, place) => {
    const { gradeServiceId } = service
    if (!known.has(gradeServiceId)) note(`${place}.gradeServiceId`, sayFault('serviceUnknown'))
    if (services.findIndex((other) => other.gradeServiceId === gradeServiceId) < place)
      note(`${place}.gradeServiceId`, sayFault('serviceTwice'))
    return {
      ...service,
      directLink: link(`${place}.directLink`, service.directLink, (typed) => readServiceLink(gradeServiceId, typed)),
      reviewLink: link(`${place}.reviewLink`, service.reviewLink, readWebLink),
    }
  })
  return { ready, faults }
}

const linkType = 2
/** An entry of ours whose link is ours, too: an owner renames, moves or hides it. */
const isOurs = (key: string) => key.toLowerCase() === 'homevalue'
const most = { key: 80, label: 80, route: 2000, cssClass: 80, seoTitle: 200, seoDescription: 400, seoKeywords: 400 } as const

export function checkMenus(menus: readonly MenuItem[]): Checked<MenuItem[]> {
  const { faults, note, link, measure } = notebook()
  const ready = menus.map((item, place) => {
    measure(place, item, most)
    if (item.key === '') note(`${place}.key`, sayFault('nameMissing'))
    else if (menus.findIndex(({ key }) => key.toLowerCase() === item.key.toLowerCase()) < place) note(`${place}.key`, sayFault('keyTwice'))
    if (item.type !== linkType) {
      if (!isPage(item.route)) note(`${place}.route`, sayFault('pageUnknown'))
      return item
    }
    if (isOurs(item.key)) return item
    if (item.label.trim() === '') note(`${place}.label`, sayFault('nameMissing'))
    if (item.route.trim() === '') note(`${place}.route`, sayFault('targetWrong'))
    return { ...item, route: link(`${place}.route`, item.route, readOwnLink) }
  })
  return { ready, faults }
}

const pages: ReadonlySet<string> = new Set(Object.entries(cardPages).flatMap(([page, { segment }]) => [page.toLowerCase(), segment]))
export const isPage = (route: string) => pages.has(route.replace(/^\//, '').toLowerCase())

const reviewMost = { key: 80, source: 120, title: 300, review: 5000, reviewer: 200 } as const

export function checkReviews(reviews: readonly CustomReview[]): Checked<CustomReview[]> {
  const { faults, note, measure } = notebook()
  reviews.forEach((review, place) => {
    measure(place, review, reviewMost)
    if (review.key === '') note(`${place}.key`, sayFault('nameMissing'))
    else if (reviews.findIndex(({ key }) => key === review.key) < place) note(`${place}.key`, sayFault('keyTwice'))
    if (review.date !== '' && !isDay(review.date)) note(`${place}.date`, sayFault('dateWrong'))
  })
  return { ready: [...reviews], faults }
}

function isDay(text: string): boolean {
  const day = /^(\d{4}-\d{2}-\d{2})(T[\d:.]+(Z|[+-]\d{2}:\d{2})?)?$/.exec(text)?.[1]
  if (!day || Number.isNaN(Date.parse(text))) return false
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}

function notebook() {
  const faults: Fault[] = []
  const note = (path: string, message: string) => void faults.push({ path, message })
  return {
    faults,
    note,
    /** What may be kept of a link; an empty one is no fault. */
    link(path: string, typed: string, read: (typed: string) => ReadLink): string {
      if (typed.trim() === '') return ''
      const got = read(typed)
      if ('href' in got) return got.href
      note(path, got.fault)
      return typed
    },
    measure<K extends string>(place: number, item: Record<NoInfer<K>, string>, lengths: Record<K, number>) {
      for (const key in lengths) if (item[key].length > lengths[key]) note(`${place}.${key}`, sayFault('tooLong', { most: lengths[key] }))
    },
  }
}
