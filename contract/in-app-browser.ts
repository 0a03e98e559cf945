const inApp = /FBAN|FBAV|FB_IAB|Instagram|\bLine\/|TikTok|musical_ly|BytedanceWebview|LinkedInApp|Snapchat|Twitter for/i

/** Browsers that live inside another app: a file they are given disappears without a word. */
export const isInAppBrowser = (userAgent: string) => inApp.test(userAgent)
