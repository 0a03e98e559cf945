const inApp = /FBAN|FBAV|FB_IAB|Instagram|\bLine\/|TikTok|musical_ly|BytedanceWebview|LinkedInApp|Snapchat|Twitter for/i

/** Browsers inside other apps drop a downloaded file without an error. */
export const isInAppBrowser = (userAgent: string) => inApp.test(userAgent)
