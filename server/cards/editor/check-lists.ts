import type { CustomReview, MenuItem } from '#contract/cards/cards.ts'
import { readOwnLink, readServiceLink, readWebLink, type ReadLink } from '#contract/cards/check-service-link.ts'
import type { DraftIssueCode } from '#contract/cards/draft-issues.ts'
import type { DraftService, DraftIssue } from '#contract/cards/drafts.ts'
import { cardPages } from '#contract/pages.ts'
import type { IssueValues } from '#contract/problem.ts'
import { fieldIssue } from '#server/common/field-issue.ts'

/** The publishable list and its issues, with paths inside the list. */
export type Checked<T> = { ready: T; issues: DraftIssue[] }

export function checkServices(services: readonly DraftService[], known: ReadonlySet<number>): Checked<DraftService[]> {
  const { issues, addIssue, link } = createIssues()
  const ready = services.map((service, place) => {
    const { gradeServiceId } = service
    if (!known.has(gradeServiceId)) addIssue(`${place}.gradeServiceId`, 'serviceUnknown')
    if (services.findIndex((other) => other.gradeServiceId === gradeServiceId) < place)
      addIssue(`${place}.gradeServiceId`, 'serviceDuplicate')
    return {
      ...service,
      directLink: link(`${place}.directLink`, service.directLink, (typed) => readServiceLink(gradeServiceId, typed)),
      reviewLink: link(`${place}.reviewLink`, service.reviewLink, readWebLink),
    }
  })
  return { ready, issues }
}

const linkType = 2
/** A built-in entry with a built-in link: an owner can rename, move or hide it. */
const isBuiltIn = (key: string) => key.toLowerCase() === 'homevalue'

export function checkMenus(menus: readonly MenuItem[]): Checked<MenuItem[]> {
  const { issues, addIssue, link } = createIssues()
  const ready = menus.map((item, place) => {
    if (item.key === '') addIssue(`${place}.key`, 'nameMissing')
    else if (menus.findIndex(({ key }) => key.toLowerCase() === item.key.toLowerCase()) < place) addIssue(`${place}.key`, 'keyDuplicate')
    if (item.type !== linkType) {
      if (!isPage(item.route)) addIssue(`${place}.route`, 'pageUnknown')
      return item
    }
    if (isBuiltIn(item.key)) return item
    if (item.label.trim() === '') addIssue(`${place}.label`, 'nameMissing')
    if (item.route.trim() === '') addIssue(`${place}.route`, 'targetInvalid')
    return { ...item, route: link(`${place}.route`, item.route, readOwnLink) }
  })
  return { ready, issues }
}

const pages: ReadonlySet<string> = new Set(Object.entries(cardPages).flatMap(([page, { segment }]) => [page.toLowerCase(), segment]))
export const isPage = (route: string) => pages.has(route.replace(/^\//, '').toLowerCase())

export function checkReviews(reviews: readonly CustomReview[]): Checked<CustomReview[]> {
  const { issues, addIssue } = createIssues()
  reviews.forEach((review, place) => {
    if (review.key === '') addIssue(`${place}.key`, 'nameMissing')
    else if (reviews.findIndex(({ key }) => key === review.key) < place) addIssue(`${place}.key`, 'keyDuplicate')
    if (review.date !== '' && !isDay(review.date)) addIssue(`${place}.date`, 'dateInvalid')
  })
  return { ready: [...reviews], issues }
}

function isDay(text: string): boolean {
  const day = /^(\d{4}-\d{2}-\d{2})(T[\d:.]+(Z|[+-]\d{2}:\d{2})?)?$/.exec(text)?.[1]
  if (!day || Number.isNaN(Date.parse(text))) return false
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}

function createIssues() {
  const issues: DraftIssue[] = []
  const addIssue = (path: string, code: DraftIssueCode, values?: IssueValues) => void issues.push(fieldIssue(path, code, values))
  return {
    issues,
    addIssue,
    /** The link to publish; an empty one is valid. */
    link(path: string, typed: string, read: (typed: string) => ReadLink): string {
      if (typed.trim() === '') return ''
      const got = read(typed)
      if ('href' in got) return got.href
      addIssue(path, got.issue, got.values)
      return typed
    },
  }
}
