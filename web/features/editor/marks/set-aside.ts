/**
 * Styles and handlers of pasted HTML under names that say nothing to a browser. It would neither apply nor run them where they are
 * read, but would complain of each to the page's policy. What never ends goes on to the end of the text, as it does for a
 * browser: nothing is looked for twice.
 */
export const setAside = (html: string): string =>
  html
    .replace(/<!--[\s\S]*?(-->|$)/g, '')
    .replace(/<(script|style)\b[^>]*(>[\s\S]*?(<\/\1\s*>|$)|$)/gi, '')
    .replace(/<[a-z][^>]*(>|$)/gi, (tag) => tag.replace(/([\s"'/])(style|on[a-z]+)(?=\s*=)/gi, '$1data-$2'))
