/** HEAD is answered as GET is, without what GET is asked for; nobody goes on making it. */
export function withoutBody(response: Response, method: string): Response {
  if (method !== 'HEAD') return response
  response.body?.cancel().catch(() => {})
  return new Response(null, response)
}
