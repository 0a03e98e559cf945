/** No address looks like this, so what was sealed for one form opens no other. */
export const sealedFor = (alias: string) => `report ${alias.toLowerCase()}`
