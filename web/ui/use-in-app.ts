import { useSyncExternalStore } from 'react'

const inApp = /FBAN|FBAV|FB_IAB|Instagram|\bLine\/|TikTok|musical_ly|BytedanceWebview|LinkedInApp|Snapchat|Twitter for/i

/** Browsers that live inside another app: a file they are given disappears without a word. */
export const isInApp = (userAgent: string) => inApp.test(userAgent)

/** Whether this page is shown in one of them; not known until a script runs. */
export const useInApp = () =>
  useSyncExternalStore(
    never,
    () => isInApp(navigator.userAgent),
    () => false,
  )

const never = () => () => {}
