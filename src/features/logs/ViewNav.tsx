import { LOG_LIST_TEXT } from '#domain/texts/logList.ts'
import { useView, VIEWS } from './useView.ts'
import './ViewNav.css'

/** Renders the buttons that switch between the views. */
export function ViewNav() {
  const { view: shown, show } = useView()
  return (
    <nav aria-label={LOG_LIST_TEXT.views} className="view-nav">
      {VIEWS.map(({ view, name }) => (
        <button
          key={view}
          type="button"
          className="key key-ghost"
          aria-pressed={view === shown}
          onClick={() => show({ view })}
        >
          {name}
        </button>
      ))}
    </nav>
  )
}
