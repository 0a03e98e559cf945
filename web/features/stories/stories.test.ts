import type { Story } from '#contract/cards/releases.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { first, nextPlace, offsetOf, placeBefore } from './walk.ts'
import { meantBy } from './use-press.ts'
import { slideClock } from './use-player.ts'
import { isInkDark, linkWithin, pictureWithin } from './story-links.ts'
import { unviewed, shownGroups, withSeen } from './which-groups.ts'

describe('STORY-1 walking through stories', () => {
  const counts = [2, 1, 3]

  test('goes to the next slide, then to the next group, and from the last back to the first', () => {
    const walked = [first]
    for (let step = 0; step < 6; step++) walked.push(nextPlace(counts, walked[step] ?? first))
    expect(walked.map(({ group, slide }) => `${group}.${slide}`)).toEqual(['0.0', '0.1', '1.0', '2.0', '2.1', '2.2', '0.0'])
  })

  test('goes back the same way, and stops at the very first', () => {
    const walked = [{ group: 2, slide: 1 }]
    for (let step = 0; step < 5; step++) walked.push(placeBefore(counts, walked[step] ?? first))
    expect(walked.map(({ group, slide }) => `${group}.${slide}`)).toEqual(['2.1', '2.0', '1.0', '0.1', '0.0', '0.0'])
  })

  test('a single slide follows itself', () => {
    expect(nextPlace([1], first)).toEqual(first)
  })

  test('STORY-2 the other groups stand at both sides', () => {
    expect([0, 1, 2].map((group) => offsetOf(group, 1, 3))).toEqual([-1, 0, 1])
    expect([0, 1, 2].map((group) => offsetOf(group, 0, 3))).toEqual([0, 1, -1])
    expect([0, 1].map((group) => offsetOf(group, 0, 2))).toEqual([0, 1])
    expect([0, 1, 2, 3, 4].map((group) => offsetOf(group, 4, 5))).toEqual([1, 2, -2, -1, 0])
  })
})

describe('STORY-1 the time of a slide', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function aClock(durationMs = 5000) {
    const progress = vi.fn<(percent: number) => void>()
    const ended = vi.fn<() => void>()
    return { progress, ended, clock: slideClock({ durationMs, progress, ended }) }
  }

  test('STORY-2 it tells of its progress a hundred times', () => {
    const { clock, progress, ended } = aClock()
    clock.run()
    vi.advanceTimersByTime(4999)
    expect(ended).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(ended).toHaveBeenCalledOnce()
    expect(progress.mock.calls.map(([percent]) => Number(percent))).toEqual(Array.from({ length: 100 }, (_, step) => step + 1))
  })

  test('held at 37 %, it goes on exactly there, and ends after what was left', () => {
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

  test('many short holds lose nothing', () => {
    const { clock, ended } = aClock(1000)
    for (let hold = 0; hold < 9; hold++) {
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

  test('running twice is running once, and what was stopped says nothing more', () => {
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
])('STORY-1 a press was meant as a %s: %o', (gesture, press) => expect(meantBy(press)).toBe(gesture))

describe('STORY-1 which groups', () => {
  const slide: Story = { title: '', content: '', url: '', size: 'cover', isPro: false, duration: 5000, ground: '#ffffff', action: null }
  const groups = ['a', 'b', 'c'].map((storyId) => ({ storyId, updateTitle: storyId, stories: storyId === 'b' ? [] : [slide] }))

  test('a group without slides is none', () => {
    expect(shownGroups(groups).map(({ storyId }) => storyId)).toEqual(['a', 'c'])
  })

  test('by themselves only those open that were not looked at', () => {
    expect(unviewed(shownGroups(groups), ['a', 'x']).map(({ storyId }) => storyId)).toEqual(['c'])
  })
})

test('STORY-1 a group looked at is kept once, and the oldest are forgotten', () => {
  expect(withSeen(['a'], 'b')).toEqual(['a', 'b'])
  expect(withSeen(['a', 'b'], 'a')).toEqual(['a', 'b'])
  const many = Array.from({ length: 200 }, (_, at) => String(at))
  expect(withSeen(many, 'new')).toEqual([...many.slice(1), 'new'])
})

describe('STORY-1 where a story leads', () => {
  const at = 'https://carte.example'

  test('to pages of this site, with the card’s own name in it', () => {
    expect(linkWithin('/{alias}/save?x=1#y', 'maren', at)).toBe('/maren/save?x=1#y')
    expect(linkWithin('https://carte.example/{alias}', 'ma ren', at)).toBe('/ma%20ren')
  })

  test.each(['https://elsewhere.example/', '//elsewhere.example', 'javascript:alert(1)', 'data:text/html,x', '', '/\\elsewhere.example'])(
    'never elsewhere: %s',
    (href) => expect(linkWithin(href, 'maren', at)).toBeNull(),
  )

  test('pictures come from this site too', () => {
    expect(pictureWithin('/assets/story.svg', at)).toBe('/assets/story.svg')
    expect(pictureWithin('https://elsewhere.example/x.png', at)).toBeNull()
    expect(pictureWithin('', at)).toBeNull()
  })

  test('words are dark on a light ground and light on a dark one; what is no colour is paper', () => {
    expect(isInkDark('#cfdfe3')).toBe(true)
    expect(isInkDark('#015570')).toBe(false)
    expect(isInkDark('url(x)')).toBe(true)
  })
})
