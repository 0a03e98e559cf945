/** A phone is sent what a phone shows. Anything else, and whoever does not say, is sent everything; its style sheet arranges it. */
export type PageKind = 'phone' | 'wide'

const phones = /iPhone|Android.+Mobile|Mobile.+Firefox|Windows Phone/

export const pageKindOf = (userAgent: string | null | undefined): PageKind => (userAgent && phones.test(userAgent) ? 'phone' : 'wide')
