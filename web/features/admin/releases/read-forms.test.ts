import { describe, expect, test } from 'vitest'
import { freeId, readStory, storyInput, versionInput } from './read-forms.ts'

function aForm(fields: Record<string, string | File>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

const slide = (index: number, fields: Record<string, string | File>) =>
  Object.fromEntries(
    Object.entries({ title: '', content: '', url: '', size: 'cover', seconds: '5', ground: '#ffffff', label: '', href: '', ...fields }).map(
      ([name, value]) => [`slide.${index}.${name}`, value],
    ),
  )

describe('the form of a story', () => {
  test('omits removed slides and an empty last one', () => {
    const picture = new File(['x'], 'sign.png')
    const form = aForm({
      updateTitle: ' News ',
      intent: 'draft',
      place: '2',
      ...slide(0, { title: 'First', seconds: '2,5', label: 'Go', href: '/{alias}/home' }),
      ...slide(1, { title: 'Second', remove: 'on' }),
      ...slide(2, { title: 'Third', isPro: 'on', url: '/old', noPicture: 'on', picture }),
      ...slide(3, {}),
    })
    const { view, pictures } = readStory(form)
    expect(view).toMatchObject({ updateTitle: 'News', isDraft: true, place: 2 })
    expect(view.slides.map(({ title, url }) => [title, url])).toEqual([
      ['First', ''],
      ['Third', ''],
    ])
    expect(pictures.map((file) => file?.name)).toEqual([undefined, 'sign.png'])
    expect(storyInput(view, 'news')).toMatchObject({
      storyId: 'news',
      isDraft: true,
      stories: [
        { duration: 2500, action: { label: 'Go', href: '/{alias}/home' }, isPro: false },
        { duration: 5000, action: null, isPro: true },
      ],
    })
  })

  test('keeps one empty slide if nothing was typed', () => {
    expect(readStory(aForm(slide(0, {}))).view.slides).toHaveLength(1)
  })
})

test.each([
  ['Every new contact, labeled', 'every-new-contact-labeled'],
  ['Înainte de vizionare', 'inainte-de-vizionare'],
  ['房子', 'story'],
  ['Taken', 'taken-3'],
])('a story titled %s gets the id %s', (title, id) => {
  expect(freeId(title, ['taken', 'taken-2'])).toBe(id)
})

test('each line of a version is one new feature', () => {
  const typed = { version: '1.4.0', date: '2026-11-23', versionHistory: '', updates: 'One\n\n  Two  \n' }
  expect(versionInput(typed).updates).toEqual(['One', 'Two'])
})
