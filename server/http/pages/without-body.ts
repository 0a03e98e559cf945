/** HEAD gets the headers of GET; the body's stream is canceled. */
export function withoutBody(response: Response, method: string): Response {
  if (method !== 'HEAD') return response
  response.body?.cancel().catch(() => {})
  return new Response(null, response)
}
