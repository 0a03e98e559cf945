import type { Story } from '#contract/cards/releases.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { first, nextPosition, offsetOf, previousPosition } from './next-slide.ts'
import { gestureOf } from './use-gestures.ts'
import { slideClock } from './use-player.ts'
import { isTextDark, sameSiteLink, sameSitePicture } from './story-links.ts'
import { unviewed, withoutEmpty, withViewed } from './visible-groups.ts'

describe('STORY-1 navigating stories', () => {
  const counts = [2, 1, 3]

  test('goes to the next slide, the next group, and from the last to the first', () => {
    const walked = [first]
    for (let step = 0; step < 6; step++) walked.push(nextPosition(counts, walked[step] ?? first))
    expect(walked.map(({ group, slide }) => `${group}.${slide}`)).toEqual(['0.0', '0.1', '1.0', '2.0', '2.1', '2.2', '0.0'])
  })

  test('goes back the same way, and stops at the first', () => {
    const walked = [{ group: 2, slide: 1 }]
    for (let step = 0; step < 5; step++) walked.push(previousPosition(counts, walked[step] ?? first))
    expect(walked.map(({ group, slide }) => `${group}.${slide}`)).toEqual(['2.1', '2.0', '1.0', '0.1', '0.0', '0.0'])
  })

  test('repeats a single slide', () => {
    expect(nextPosition([1], first)).toEqual(first)
  })

  test('STORY-2 places the other groups on both sides', () => {
    expect([0, 1, 2].map((group) => offsetOf(group, 1, 3))).toEqual([-1, 0, 1])
    expect([0, 1, 2].map((group) => offsetOf(group, 0, 3))).toEqual([0, 1, -1])
    expect([0, 1].map((group) => offsetOf(group, 0, 2))).toEqual([0, 1])
    expect([0, 1, 2, 3, 4].map((group) => offsetOf(group, 4, 5))).toEqual([1, 2, -2, -1, 0])
  })
})

describe('STORY-1 the time of a slide', () => {
  beforeEach(() => void vi.useFakeTimers())

  function aClock(durationMs = 5000) {
    const progress = vi.fn<(percent: number) => void>()
    const ended = vi.fn<() => void>()
    return { progress, ended, clock: slideClock({ durationMs, progress, ended }) }
  }

  test('STORY-2 reports its progress a hundred times', () => {
    const { clock, progress, ended } = aClock()
    clock.run()
    vi.advanceTimersByTime(4999)
    expect(ended).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(ended).toHaveBeenCalledOnce()
    expect(progress.mock.calls.map(([percent]) => Number(percent))).toEqual(Array.from({ length: 100 }, (_, step) => step + 1))
  })

  test('paused at 37 %, it resumes there and ends after the remaining time', () => {
    const { clock, progress, ended } = aClock()
    clock.run()
    vi.advanceTimersByTime(1850)
    expect(clock.pause()).toEqual({ percent: 37, remainingMs: 3150 })
    vi.advanceTimersByTime(60_000)
    expect(progress).toHaveBeenLastCalledWith(37)
    clock.run()
    vi.advanceTimersByTime(3149)
    expect(ended).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(ended).toHaveBeenCalledOnce()
  })

  test('many short pauses lose no time', () => {
    const { clock, ended } = aClock(1000)
    for (let round = 0; round < 9; round++) {
      clock.run()
      vi.advanceTimersByTime(111)
      clock.pause()
      vi.advanceTimersByTime(500)
    }
    clock.run()
    expect(ended).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(ended).toHaveBeenCalledOnce()
  })

  test('ignores a second run, and reports nothing after a stop', () => {
    const { clock, progress, ended } = aClock(1000)
    clock.run()
    clock.run()
    vi.advanceTimersByTime(100)
    clock.stop()
    vi.advanceTimersByTime(5000)
    expect(progress).toHaveBeenCalledTimes(10)
    expect(ended).not.toHaveBeenCalled()
  })
})

test.each([
  ['tap', { x: 2, y: -3, ms: 80 }],
  ['hold', { x: 2, y: 0, ms: 1200 }],
  ['hold', { x: 10, y: 120, ms: 200 }],
  ['swipeLeft', { x: -90, y: 20, ms: 150 }],
  ['swipeRight', { x: 60, y: -20, ms: 900 }],
])('STORY-1 detects a %s: %o', (gesture, movement) => expect(gestureOf(movement)).toBe(gesture))

describe('STORY-1 which groups', () => {
  const slide: Story = { title: '', content: '', url: '', size: 'cover', isPro: false, duration: 5000, ground: '#ffffff', action: null }
  const groups = ['a', 'b', 'c'].map((storyId) => ({ storyId, updateTitle: storyId, stories: storyId === 'b' ? [] : [slide] }))

  test('drops a group without slides', () => {
    expect(withoutEmpty(groups).map(({ storyId }) => storyId)).toEqual(['a', 'c'])
  })

  test('opens only unviewed groups by itself', () => {
    expect(unviewed(withoutEmpty(groups), ['a', 'x']).map(({ storyId }) => storyId)).toEqual(['c'])
  })
})

test('STORY-1 remembers a viewed group once, and drops the oldest', () => {
  expect(withViewed(['a'], 'b')).toEqual(['a', 'b'])
  expect(withViewed(['a', 'b'], 'a')).toEqual(['a', 'b'])
  const many = Array.from({ length: 200 }, (_, at) => String(at))
  expect(withViewed(many, 'new')).toEqual([...many.slice(1), 'new'])
})

describe('STORY-1 links of a story', () => {
  const at = 'https://carte.example'

  test('lead to pages of this site, with the card’s alias', () => {
    expect(sameSiteLink('/{alias}/save?x=1#y', 'maren', at)).toBe('/maren/save?x=1#y')
    expect(sameSiteLink('https://carte.example/{alias}', 'ma ren', at)).toBe('/ma%20ren')
  })

  test.each(['https://elsewhere.example/', '//elsewhere.example', 'javascript:alert(1)', 'data:text/html,x', '', '/\\elsewhere.example'])(
    'never elsewhere: %s',
    (href) => expect(sameSiteLink(href, 'maren', at)).toBeNull(),
  )

  test('pictures are from this site, too', () => {
    expect(sameSitePicture('/assets/story.svg', at)).toBe('/assets/story.svg')
    expect(sameSitePicture('https://elsewhere.example/x.png', at)).toBeNull()
    expect(sameSitePicture('', at)).toBeNull()
  })

  test('text is dark on light and light on dark; an invalid color is the default', () => {
    expect(isTextDark('#cfdfe3')).toBe(true)
    expect(isTextDark('#015570')).toBe(false)
    expect(isTextDark('url(x)')).toBe(true)
  })
})
