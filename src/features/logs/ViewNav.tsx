import { useView, VIEWS } from './useView.ts'

/** What can stand in the place of the list. */
export function ViewNav() {
  const { view: shown, show } = useView()
  return (
    <nav
      aria-label="Views"
      className="flex max-wide:order-last max-wide:w-full max-wide:overflow-auto max-wide:[scrollbar-width:none]"
    >
      {VIEWS.map(({ view, name }) => (
        <button
          key={view}
          type="button"
          className="key key-ghost max-wide:px-2"
          aria-pressed={view === shown}
          onClick={() => show({ view })}
        >
          {name}
        </button>
      ))}
    </nav>
  )
}
