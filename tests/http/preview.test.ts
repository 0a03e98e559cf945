import fc from '../samples/fast-check.ts'
import { describe, expect, test } from 'vitest'
import type { Card } from '#contract/cards/cards.ts'
import { draftKeys, type DraftChanges, type EditedCard } from '#contract/cards/drafts.ts'
import { publicView, type PublicView } from '../../web/features/preview/public-view.ts'
import { aCard } from '../factories/cards.ts'
import { oneOfEach } from '../factories/drafts.ts'
import { theApp } from '../harness/app.ts'
import { signedIn } from '../harness/signed-in.ts'

const app = await theApp()

/** The card as JSON, without values that editing does not change. */
function comparable({ card, services, components }: PublicView) {
  const { revision: _, isDemo: __, settings, ...rest } = card
  const { homepageSettings, location: ___, ...chosen } = settings
  const homepage = Object.fromEntries(homepageSettings.map(({ Key, Value }) => [Key, Value]))
  const visibleServices = services.map(({ gradeServiceId, serviceName, directLink, serviceCapabilities, ignoreService }) => {
    return { gradeServiceId, serviceName, directLink, serviceCapabilities, ignoreService }
  })
  const inOrder = components.toSorted((a, b) => a.gradeServiceId - b.gradeServiceId)
  return JSON.parse(JSON.stringify({ ...rest, settings: chosen, homepage, services: visibleServices, components: inOrder })) as object
}

/** A disabled card has nothing to compare. */
const keys = draftKeys.filter((key) => key !== 'pictures' && key !== 'eCardEnabled' && key !== 'versions')
const flags = keys.filter((key) => typeof oneOfEach[key as keyof typeof oneOfEach] === 'boolean')
const editsOf = (plan: 'PRO' | 'FREE') =>
  fc.tuple(fc.subarray([...keys]), fc.subarray([...flags]), fc.boolean()).map(([chosen, flipped, isHidden]): DraftChanges => {
    const values: Record<string, unknown> = Object.fromEntries(chosen.map((key) => [key, oneOfEach[key as keyof typeof oneOfEach]]))
    for (const key of flipped) if (key in values) values[key] = !values[key]
    // The contact form's settings need PRO; its labels are not visible to visitors.
    const settingName = 'settings.connectClientsSetting'
    if (values[settingName]) values[settingName] = plan === 'PRO' ? { enabled: false } : undefined
    if (isHidden) values['settings.homepage'] = { ShowMobilePhone: false, ShowEmailAddress: false }
    return JSON.parse(JSON.stringify(values)) as DraftChanges
  })

describe('PREVIEW-1 ACCOUNT-2 the preview matches the card', () => {
  test.each(['PRO', 'FREE'] as const)('after publishing, visitors of a %s card see what the preview showed', async (plan) => {
    await fc.assert(
      fc.asyncProperty(editsOf(plan), async (changes) => {
        const { id, alias } = await aCard(app.deps, {
          plan,
          services: [{ gradeServiceId: 1, directLink: 'https://harborpine.example/' }],
        })
        const owner = await signedIn(app, id)
        const { revision } = await owner.call('cards.saveDraft', { input: { alias, revision: 0, changes, removed: [] } })
        const editor = await owner.call('cards.editor', { params: { alias } })
        const published = editor.published as unknown as EditedCard
        const previewed = publicView({ ...published, ...(editor.draft.fields as Partial<EditedCard>) }, { ...editor, published })
        await owner.call('cards.publishDraft', { input: { alias, revision } })

        const { '{product}': read } = await app.call('cards.read', { params: { alias } })
        const services = await app.call('cards.services', { query: { subjectId: id } })
        const components = await app.call('cards.components', { query: { subjectId: id, templateId: 1 } })
        // The card is enabled, so all of it arrived.
        const answered = { card: read as Card, services, components }
        expect(comparable(previewed)).toEqual(comparable(answered))
      }),
      { numRuns: 25 },
    )
  })
})
