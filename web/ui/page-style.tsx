/**
 * Styles of this page, inside the page: React lifts them into one style element of the head.
 * The browser's bundle carries none; what the server wrote stays.
 */
export function PageStyle({ name, css }: { name: string; css: string }) {
  return (
    <style href={name} precedence="page">
      {css}
    </style>
  )
}
