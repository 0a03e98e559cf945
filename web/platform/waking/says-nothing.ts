/** What others hang on a link to count who follows it says nothing to us. Each part ends where it must: there is one way to read them. */
export const saysNothing = (search: string): boolean => /^(?:\?(?:(?:utm_\w+|(?!utm_)\w*clid)=[^&]*(?:&|$))+)?$/.test(search)
