import type { ComponentType } from 'react'

/** The page for what could not be loaded, once it is here: a page that fails offline cannot fetch it. */
export const failedPage: { Page?: ComponentType } = {}
