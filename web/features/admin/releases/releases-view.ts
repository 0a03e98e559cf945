import type { Story } from '#contract/cards/releases.ts'

/** A slide as typed, valid or not. */
export type SlideView = {
  title: string
  content: string
  url: string
  size: string
  isPro: boolean
  seconds: string
  ground: string
  label: string
  href: string
}

/** A story as typed. `storyId` is empty for a new one; `place` counts from 1. */
export type StoryView = { storyId: string; updateTitle: string; isDraft: boolean; place: number; slides: SlideView[] }

export type VersionView = { version: string; date: string; versionHistory: string; updates: string }

export const releasesHref = '/admin/releases'
export const storyHref = (storyId: string) => `${releasesHref}/story/${storyId}`
export const versionHref = (version: string) => `${releasesHref}/version/${version}`
export const tourHref = `${releasesHref}/tour`

/** The parts of an app that a tour can point at. */
export const tourTargets = ['dock-share', 'dock-contacts', 'menu', 'account'] as const

export const blankSlide: SlideView = {
  title: '',
  content: '',
  url: '',
  size: 'cover',
  isPro: false,
  seconds: '5',
  ground: '#fbfaf7',
  label: '',
  href: '',
}

export const viewOfSlide = ({ title, content, url, size, isPro, duration, ground, action }: Story): SlideView => ({
  title,
  content,
  url,
  size,
  isPro,
  ground,
  seconds: String(duration / 1000),
  label: action?.label ?? '',
  href: action?.href ?? '',
})
