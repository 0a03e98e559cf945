import { afterEach, describe, expect, test, vi } from 'vitest'
import { expectOnStage, takeStage, whenOnStage } from './stage.ts'
import { isBusy } from './what-is-open.ts'

vi.mock(import('./what-is-open.ts'), () => ({
  isBusy: vi.fn<() => boolean>(() => false),
  onChange(heard) {
    tellOpen = heard
    return () => void (tellOpen = () => {})
  },
}))
let tellOpen = () => {}
const leaving: (() => void)[] = []
afterEach(() => {
  for (const leave of leaving.splice(0)) leave()
})
const onStage = (name: Parameters<typeof takeStage>[0]) => {
  const leave = takeStage(name)
  if (leave) leaving.push(leave)
  return leave
}

const speakAs = (name: Parameters<typeof takeStage>[0], speak: () => void) =>
  whenOnStage(name, (leave) => {
    leaving.push(leave)
    speak()
  })

describe('PROMPT-1 who speaks over a card', () => {
  test('is one at a time, and the next when the first has left', () => {
    const leave = onStage('stories')
    expect(leave).not.toBeNull()
    expect(onStage('login')).toBeNull()
    leave?.()
    expect(onStage('login')).not.toBeNull()
  })

  test('leaving twice does not push somebody else off', () => {
    const leave = onStage('tour')
    leave?.()
    onStage('stories')
    leave?.()
    expect(onStage('install')).toBeNull()
  })

  test('is the login before the stories, however long it takes to find out who is signed in', () => {
    const notLogin = expectOnStage('login')
    leaving.push(notLogin)
    const spoken: string[] = []
    speakAs('stories', () => spoken.push('stories'))
    expect(spoken).toEqual([])
    speakAs('login', () => spoken.push('login'))
    expect(spoken).toEqual(['login'])
    leaving.pop()?.()
    expect(spoken).toEqual(['login', 'stories'])
  })

  test('is the tour before the stories, and the stories before the way to install', () => {
    const said: string[] = []
    const notTour = expectOnStage('tour')
    const notStories = expectOnStage('stories')
    leaving.push(notTour, notStories)
    for (const name of ['install', 'stories', 'tour'] as const) {
      speakAs(name, () => said.push(name))
    }
    expect(said).toEqual(['tour'])
    leaving.pop()?.()
    expect(said).toEqual(['tour', 'stories'])
    leaving.pop()?.()
    expect(said).toEqual(['tour', 'stories', 'install'])
  })

  test('who is expected and does not come holds nobody up', () => {
    const notComing = expectOnStage('tour')
    const said = vi.fn<(word?: string) => void>()
    speakAs('stories', said)
    expect(said).not.toHaveBeenCalled()
    notComing()
    expect(said).toHaveBeenCalledOnce()
  })

  test('waits until no sheet is open, unless it was called off', () => {
    vi.mocked(isBusy).mockReturnValueOnce(true).mockReturnValueOnce(true)
    const said = vi.fn<(word?: string) => void>()
    const stop = whenOnStage('stories', () => said())
    const hearLate = tellOpen
    stop()
    hearLate()
    speakAs('stories', () => said('now'))
    expect(said).not.toHaveBeenCalled()
    tellOpen()
    expect(said.mock.calls).toEqual([['now']])
  })
})
