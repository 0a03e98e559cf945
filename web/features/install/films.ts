/** A film that plays in the page, or a place where one is shown. */
export type Film = { src: string; isFile: boolean }
export type Films = Record<'iphone' | 'android', Film | null>

type Configured = { installVideoIphone: string; installVideoAndroid: string }

export const filmsOf = ({ installVideoIphone, installVideoAndroid }: Configured): Films => ({
  iphone: filmAt(installVideoIphone),
  android: filmAt(installVideoAndroid),
})

function filmAt(src: string): Film | null {
  return src ? { src, isFile: /\.(mp4|webm)$/i.test(new URL(src).pathname) } : null
}
