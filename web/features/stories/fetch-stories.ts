import { ownerAddresses } from '#contract/addresses.ts'
import type { Language } from '#contract/constants.ts'
import { releaseTags } from '#contract/release-view.ts'
import type { StoryGroup } from '#contract/releases.ts'
import { createClient } from '../../platform/client.ts'
import { shownGroups } from './which-groups.ts'

/** The stories of this version; null where nobody answers. */
export async function fetchStories(slug: string, language: Language): Promise<StoryGroup[] | null> {
  try {
    const groups = await createClient({ slug, addresses: ownerAddresses }).call('releases.stories', {
      query: { language },
      input: { stories: releaseTags.stories },
    })
    return shownGroups(groups)
  } catch {
    return null
  }
}
