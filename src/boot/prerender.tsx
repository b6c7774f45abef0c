import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { LoadingScreen } from '#src/features/shell/LoadingScreen.tsx'
import { App } from '#src/app/App.tsx'

/** Returns the markup of an address without a user, with all of its code loaded. */
export const shellOf = (address: string): Promise<string> =>
  textOf(
    <StaticRouter location={address}>
      <App />
    </StaticRouter>,
  )

/** Returns the markup for all other addresses. */
export const loadingShell = (): Promise<string> => textOf(<LoadingScreen />)

async function textOf(page: React.ReactNode): Promise<string> {
  const errors: unknown[] = []
  const { prelude } = await prerender(page, {
    onError: (error) => void errors.push(error),
    // Renders everything in place: streamed content would need inline scripts, which the Content Security Policy
    // forbids.
    progressiveChunkSize: Infinity,
  })
  const text = await new Response(prelude).text()
  // React leaves a part that fails to the browser; here the build must fail, because the first paint would lack it.
  if (errors.length > 0) throw errors[0]
  return text
}
