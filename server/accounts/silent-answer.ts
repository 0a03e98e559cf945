import { createHash } from 'node:crypto'

/** A page of three lines that tells the page around it, and nobody else, whether somebody is signed in. */
export function silentAnswer(publicUrl: string, isLoggedIn: boolean): Response {
  const said = JSON.stringify({ source: 'bff-silent-login', isLoggedIn })
  const script = `window.parent.postMessage(${said}, ${JSON.stringify(new URL(publicUrl).origin)})`
  const hash = createHash('sha256').update(script).digest('base64')
  return new Response(`<!doctype html><meta charset="utf-8"><title>Login</title><script>${script}</script>`, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; script-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
    },
  })
}
