/** Whoever has a sign-in address is that person: the letter shows that there is one, and not which. */
export const hideWaysIn = (text: string): string => text.replace(/([?&#](?:token|code)=)[\w.~%-]+/gi, '$1…')
