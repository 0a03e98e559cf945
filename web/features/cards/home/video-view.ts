import type { Card } from '#contract/cards/cards.ts'
import { has } from '#contract/permissions.ts'
import { layoutFor } from '#common/layouts.ts'
import { webLink } from '#common/text/web-link.ts'

/** The background video: a file, or a Vimeo player. */
export type VideoView = { kind: 'file'; src: string; poster: string } | { kind: 'vimeo'; src: string }
export type Videos = { mobile: VideoView | null; desktop: VideoView | null }

/** Phones and desktops have separate videos; none without the permission, or in a layout that hides them. */
export function videosOf(card: Card): Videos | null {
  if (layoutFor(card.eCardTheme).hidesScene || !has(card.permissions, 'VideoBackgrounds')) return null
  const videos = {
    mobile: videoOf({
      showsFile: card.showVideoOnHomepage,
      url: card.videoUrl,
      poster: card.videoPosterUrl,
      showsVimeo: card.showVimeoVideoOnHomepage,
      vimeoId: card.vimeoVideoId,
    }),
    desktop: videoOf({
      showsFile: card.showVideoOnDesktopHomepage,
      url: card.desktopVideoUrl,
      poster: card.desktopVideoPosterUrl,
      showsVimeo: card.showVimeoVideoOnDesktopHomepage,
      vimeoId: card.desktopVimeoVideoId,
    }),
  }
  return videos.mobile || videos.desktop ? videos : null
}

type VideoFields = { showsFile: boolean; url: string; poster: string; showsVimeo: boolean; vimeoId: string }

function videoOf({ showsFile, url, poster, showsVimeo, vimeoId }: VideoFields): VideoView | null {
  if (showsVimeo && /^\d{4,14}$/.test(vimeoId)) return { kind: 'vimeo', src: `https://player.vimeo.com/video/${vimeoId}` }
  const src = showsFile ? secure(url) : ''
  return src ? { kind: 'file', src, poster: secure(poster) } : null
}

const secure = (typed: string) => {
  const link = webLink(typed)
  return link?.startsWith('https:') ? link : ''
}

/** Origins that the page's CSP must allow. */
export type ExternalHosts = { images: string; frames: string }

export function externalOriginsOf(videos: Videos | null): ExternalHosts {
  const all = [videos?.mobile, videos?.desktop].filter((video) => video != null)
  const origins = (addresses: string[]) => [...new Set(addresses.map((address) => new URL(address).origin))].join(' ')
  return {
    images: origins(all.flatMap((video) => (video.kind === 'file' && video.poster ? [video.poster] : []))),
    frames: origins(all.flatMap((video) => (video.kind === 'vimeo' ? [video.src] : []))),
  }
}
