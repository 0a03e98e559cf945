/** The page again, with the form that chooses a plan. */
export const chooseHref = (alias: string) => `/account/subscription?${new URLSearchParams({ alias, change_subscription: 'yes' })}#choose`
