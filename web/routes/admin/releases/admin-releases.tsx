import { formatDate } from '#common/format-date.ts'
import { ReleasesPage, type ReleasesView } from '../../../features/admin/releases/releases-page.tsx'
import { releasesHref } from '../../../features/admin/releases/releases-view.ts'
import { adminAction, doneAt, type Sent } from '../admin-action.ts'
import { adminLoader, type PageRequest } from '../admin-loader.ts'
import { adminPage } from '../admin-page.tsx'

export const loader = adminLoader('/releases', load, {
  done: {
    saved: ({ t }) => ({ text: t('admin.releases.saved') }),
    removed: ({ t }) => ({ text: t('admin.releases.removed') }),
    builtIn: ({ t }) => ({ text: t('admin.releases.builtInRestored') }),
  },
})
export const action = adminAction({ reset })
export { meta } from '../admin-page.tsx'
export default adminPage(ReleasesPage)

async function load({ releases, language }: PageRequest): Promise<ReleasesView> {
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  return { content: releases, days: Object.fromEntries(releases.versions.map(({ date }) => [date, formatDate(day, new Date(date))])) }
}

/** Back to the built-in stories. */
async function reset({ call }: Sent) {
  await call('releases.publishStories', { input: { groups: null } })
  return doneAt(releasesHref, 'builtIn')
}
