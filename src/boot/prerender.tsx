import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { LoadingScreen } from '#src/features/shell/LoadingScreen.tsx'
import { App } from '#src/app/App.tsx'

/**
 * Returns the markup that the app renders for an address before the user is known. Waits until all code of the screen
 * has loaded.
 */
export const prerenderedMarkup = (address: string): Promise<string> =>
  textOf(
    <StaticRouter location={address}>
      <App />
    </StaticRouter>,
  )

/** Returns the markup for addresses that have no prerendered screen. */
export const loadingShell = (): Promise<string> => textOf(<LoadingScreen />)

async function textOf(page: React.ReactNode): Promise<string> {
  const errors: unknown[] = []
  const { prelude } = await prerender(page, {
    onError: (error) => void errors.push(error),
    // `Infinity` renders all content in place. Streamed content would need inline scripts, which the Content Security
    // Policy forbids.
    progressiveChunkSize: Infinity,
  })
  const text = await new Response(prelude).text()
  // If a component throws, React omits it from the markup and renders it in the browser. The first paint would lack the
  // component, so the build must fail.
  if (errors.length > 0) throw errors[0]
  return text
}
