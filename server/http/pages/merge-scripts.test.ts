import { expect, test } from 'vitest'
import { mergeScripts } from './merge-scripts.ts'

test('a page’s scripts become one, in their order, and others stay', () => {
  const owned = '<script nonce="guess">alert(1)</script><script type="application/ld+json">{}</script>'
  expect(
    mergeScripts(
      `<body>${owned}<script nonce="n-1">a="$&"</script><script nonce="n-1" data-entry="/e.js">b()</script><!--$--><script nonce="n-1">c()</script><!--/$--></body>`,
      'n-1',
    ),
  ).toBe(`<body>${owned}<!--$--><script nonce="n-1" data-entry="/e.js">a="$&";\nb();\nc()</script><!--/$--></body>`)
})

test.each(['<p></p>', '<script nonce="n-1">a()</script>', '<script nonce="n-1" src="/a.js"></script><script nonce="n-1">a()</script>'])(
  '%s stays as it is',
  (html) => expect(mergeScripts(html, 'n-1')).toBe(html),
)
