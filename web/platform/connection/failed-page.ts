import type { ComponentType } from 'react'

/** The error page, once loaded: offline it could not be fetched when needed. */
export const failedPage: { Page?: ComponentType } = {}
