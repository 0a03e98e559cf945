/** Whoever has a sign-in address is that person, and whoever has a code gets the card: the letter shows that there is one, and not which. */
export const hideWaysIn = (text: string): string =>
  text.replace(/([?&#](?:token|code)=)[\w.~%-]+/gi, '$1…').replace(/^[ \t]*[A-Z]{4}-[A-Z]{4}[ \t]*$/gm, '…')
