/** The subscription page with the form to choose a plan. */
export const chooseHref = (alias: string) => `/account/subscription?${new URLSearchParams({ alias, change_subscription: 'yes' })}#choose`
