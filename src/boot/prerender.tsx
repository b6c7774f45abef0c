import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { LoadingScreen } from '#src/features/shell/LoadingScreen.tsx'
import { App } from '#src/app/App.tsx'

/** The markup of an address as it is before anything is known of who opens it, all of its code loaded. */
export const shellOf = (address: string): Promise<string> =>
  textOf(
    <StaticRouter location={address}>
      <App />
    </StaticRouter>,
  )

/** That of every other address. */
export const loadingShell = (): Promise<string> => textOf(<LoadingScreen />)

async function textOf(page: React.ReactNode): Promise<string> {
  const errors: unknown[] = []
  const { prelude } = await prerender(page, {
    onError: (fault) => void errors.push(fault),
    // All in its place: what is put there later takes a script within the page, which the headers forbid.
    progressiveChunkSize: Infinity,
  })
  const text = await new Response(prelude).text()
  // A part that fails is left to the browser; here it is a part that the first paint would lack.
  if (errors.length > 0) throw errors[0]
  return text
}
