import { ownerAddresses } from '#contract/addresses.ts'
import type { Language } from '#contract/constants.ts'
import { releaseTags, tourStepCount } from '#contract/release-view.ts'
import type { TourStep } from '#contract/releases.ts'
import { createClient } from '../../platform/client.ts'

/** The steps of this version's tour; none where nobody answers. */
export async function fetchTour(slug: string, language: Language): Promise<TourStep[]> {
  try {
    const call = createClient({ slug, addresses: ownerAddresses }).call
    const { success, virtualTour } = await call('releases.tourSteps', { params: { tour: releaseTags.tour }, query: { language } })
    return success === 1 ? virtualTour.virtualTourSteps.slice(0, tourStepCount) : []
  } catch {
    return []
  }
}
