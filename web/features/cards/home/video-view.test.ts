import { describe, expect, test } from 'vitest'
import { permissionBits } from '#contract/permissions.ts'
import { plans } from '#contract/billing/plans.ts'
import { aCard } from '../../../../tests/samples/a-card.ts'
import { externalOriginsOf, videosOf } from './video-view.ts'

const file = { showVideoOnHomepage: true, videoUrl: 'https://films.example/a.mp4', videoPosterUrl: 'https://stills.example/a.jpg' }
const vimeo = { showVimeoVideoOnDesktopHomepage: true, desktopVimeoVideoId: '123456789' }

describe('background videos', () => {
  test('HOME-8 phones and desktops have separate videos: a file or Vimeo', () => {
    expect(videosOf(aCard({ ...file, ...vimeo }))).toEqual({
      mobile: { kind: 'file', src: 'https://films.example/a.mp4', poster: 'https://stills.example/a.jpg' },
      desktop: { kind: 'vimeo', src: 'https://player.vimeo.com/video/123456789' },
    })
  })

  test('HOME-8 has none without the permission, or if it is switched off', () => {
    const rights = plans.PRO.filter((right) => right !== 'VideoBackgrounds')
    expect(videosOf(aCard({ ...file, permissions: permissionBits(rights) }))).toBeNull()
    expect(videosOf(aCard({ ...file, showVideoOnHomepage: false }))).toBeNull()
  })

  test.each(['javascript:alert(1)', 'http://films.example/a.mp4', 'data:video/mp4;base64,AAAA', 'not a link'])(
    '%s is no video',
    (videoUrl) => {
      expect(videosOf(aCard({ ...file, videoUrl }))).toBeNull()
    },
  )

  test('ignores an invalid video id', () => {
    expect(videosOf(aCard({ ...vimeo, desktopVimeoVideoId: '1"><script>' }))).toBeNull()
  })

  test('allows other origins only for visible videos', () => {
    expect(externalOriginsOf(videosOf(aCard({ ...file, ...vimeo })))).toEqual({
      images: 'https://stills.example',
      frames: 'https://player.vimeo.com',
    })
    expect(externalOriginsOf(videosOf(aCard()))).toEqual({ images: '', frames: '' })
  })
})
