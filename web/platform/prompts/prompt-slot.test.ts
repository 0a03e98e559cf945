import { afterEach, describe, expect, test, vi } from 'vitest'
import { expectPrompt, takePromptSlot, whenPromptSlotFree } from './prompt-slot.ts'

const leaving: (() => void)[] = []
afterEach(() => {
  for (const leave of leaving.splice(0)) leave()
})
const onStage = (name: Parameters<typeof takePromptSlot>[0]) => {
  const leave = takePromptSlot(name)
  if (leave) leaving.push(leave)
  return leave
}

const showAs = (name: Parameters<typeof takePromptSlot>[0], show: () => void) =>
  whenPromptSlotFree(name, (leave) => {
    leaving.push(leave)
    show()
  })

describe('PROMPT-1 prompts over a card', () => {
  test('one at a time, and the next when the first has closed', () => {
    const leave = onStage('stories')
    expect(leave).not.toBeNull()
    expect(onStage('login')).toBeNull()
    leave?.()
    expect(onStage('login')).not.toBeNull()
  })

  test('releasing twice does not close another prompt', () => {
    const leave = onStage('tour')
    leave?.()
    onStage('stories')
    leave?.()
    expect(onStage('install')).toBeNull()
  })

  test('the login comes before the stories, however long the session check takes', () => {
    const notLogin = expectPrompt('login')
    leaving.push(notLogin)
    const opened: string[] = []
    showAs('stories', () => opened.push('stories'))
    expect(opened).toEqual([])
    showAs('login', () => opened.push('login'))
    expect(opened).toEqual(['login'])
    leaving.pop()?.()
    expect(opened).toEqual(['login', 'stories'])
  })

  test('the tour comes before the stories, and the stories before installing', () => {
    const prompted: string[] = []
    const notTour = expectPrompt('tour')
    const notStories = expectPrompt('stories')
    leaving.push(notTour, notStories)
    for (const name of ['install', 'stories', 'tour'] as const) {
      showAs(name, () => prompted.push(name))
    }
    expect(prompted).toEqual(['tour'])
    leaving.pop()?.()
    expect(prompted).toEqual(['tour', 'stories'])
    leaving.pop()?.()
    expect(prompted).toEqual(['tour', 'stories', 'install'])
  })

  test('an expected prompt that does not come blocks no other', () => {
    const notComing = expectPrompt('tour')
    const prompted = vi.fn<(word?: string) => void>()
    showAs('stories', prompted)
    expect(prompted).not.toHaveBeenCalled()
    notComing()
    expect(prompted).toHaveBeenCalledOnce()
  })

  test('waits until no sheet is open, unless it was canceled', () => {
    vi.useFakeTimers()
    let isSheetOpen = true
    const page = Object.assign(new EventTarget(), { activeElement: null, querySelector: () => (isSheetOpen ? {} : null) })
    vi.stubGlobal('document', page)
    const prompted = vi.fn<(word?: string) => void>()
    const stop = whenPromptSlotFree('stories', () => prompted())
    showAs('stories', () => prompted('now'))
    isSheetOpen = false
    page.dispatchEvent(new Event('close'))
    stop()
    expect(prompted).not.toHaveBeenCalled()
    vi.runAllTimers()
    expect(prompted.mock.calls).toEqual([['now']])
  })
})
