/** A video file that plays in the page, or a link to a page with one. */
export type InstallVideo = { src: string; isFile: boolean }
export type InstallVideos = Record<'iphone' | 'android', InstallVideo | null>

type Configured = { installVideoIphone: string; installVideoAndroid: string }

export const installVideosOf = ({ installVideoIphone, installVideoAndroid }: Configured): InstallVideos => ({
  iphone: videoAt(installVideoIphone),
  android: videoAt(installVideoAndroid),
})

function videoAt(src: string): InstallVideo | null {
  return src ? { src, isFile: /\.(mp4|webm)$/i.test(new URL(src).pathname) } : null
}
