export const claimHref = (alias: string) => `/account/claim/${alias}`
export const subscriptionHref = (alias: string) => `/account/subscription?alias=${encodeURIComponent(alias)}&change_subscription=yes`
export const photoHref = (alias: string) => `/account/profile-image?alias=${encodeURIComponent(alias)}`
/** With the form that succeeded last. */
export const detailsHref = (done?: string) => (done ? `/account/details?done=${done}` : '/account/details')
export const editHref = (alias: string) => `/account/edit/${alias}`
