import type { Db } from '#server/database/database.ts'
import type { DraftService } from '#contract/cards/drafts.ts'
import { reviewLinkComponent } from './present-edited.ts'
import { componentsOf, deleteComponent, deleteService, upsertComponent, upsertService, servicesOf } from '../public/service-store.ts'

export type ServiceChoice = {
  gradeServiceId: number
  directLink: string
  weight?: number
  capabilities?: number
  ignoreService?: boolean
  /** Where to write a review. */
  reviewLink?: string
}

export async function addService(tx: Db, subjectId: string, { reviewLink, ...choice }: ServiceChoice) {
  await upsertService(tx, { subjectId, ...choice })
  if (!reviewLink) return
  await upsertComponent(tx, {
    subjectId,
    gradeServiceId: choice.gradeServiceId,
    gradeComponentId: reviewLinkComponent,
    currentValue: reviewLink,
  })
}

const weightStep = 10

/** Replaces a card's services, in this order. A short link stays if its target does. */
export async function replaceServices(tx: Db, subjectId: string, services: readonly DraftService[]) {
  const [before, reviewLinks] = [await servicesOf(tx, subjectId), await componentsOf(tx, subjectId)]
  for (const { chosen } of before) {
    const { gradeServiceId } = chosen
    if (services.some((service) => service.gradeServiceId === gradeServiceId)) continue
    await deleteService(tx, subjectId, gradeServiceId)
    await deleteComponent(tx, subjectId, gradeServiceId, reviewLinkComponent)
  }
  for (const [place, { gradeServiceId, directLink, reviewLink, ignoreService }] of services.entries()) {
    const was = before.find(({ chosen }) => chosen.gradeServiceId === gradeServiceId)?.chosen
    const wasReview = reviewLinks.find((one) => one.gradeServiceId === gradeServiceId && one.gradeComponentId === reviewLinkComponent)
    await upsertService(tx, {
      subjectId,
      gradeServiceId,
      directLink,
      ignoreService,
      weight: (place + 1) * weightStep,
      shortLink: was?.directLink === directLink ? was.shortLink : '',
      shortReviewLink: was && wasReview?.currentValue === reviewLink ? was.shortReviewLink : '',
    })
    if (reviewLink === '') await deleteComponent(tx, subjectId, gradeServiceId, reviewLinkComponent)
    else await upsertComponent(tx, { subjectId, gradeServiceId, gradeComponentId: reviewLinkComponent, currentValue: reviewLink })
  }
}
