import { useEffect, useId, useState } from 'react'
import { X } from 'lucide-react'
import { goalOf, toggleGoal, withGoal } from '#domain/entry/goals.ts'
import { isPartOfComposition } from '#domain/keyboard/keys.ts'
import { EDITOR_TEXT } from '#domain/texts/editor.ts'
import { useJournal } from '#src/stores/journal.ts'
import '#src/styles/entryParts.css'
import '#src/styles/listInput.css'
import './listField.css'

type Props = { readonly goals: readonly string[]; readonly onChange: (goals: readonly string[]) => void }

/** Edits the goals of an entry. Enter adds a goal. */
export function GoalField({ goals, onChange }: Props) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const known = useJournal((state) => state.goals)
  const readGoals = useJournal((state) => state.readGoals)
  useEffect(() => void readGoals(), [readGoals])
  const add = () => {
    setTyped('')
    const added = withGoal(goals, typed)
    if (added !== goals) onChange(added)
  }
  return (
    <div className="list-field">
      <label className="silk" htmlFor={`${id}-input`}>
        {EDITOR_TEXT.goals}
      </label>
      {goals.length > 0 && (
        <ul className="goal-list" aria-label={EDITOR_TEXT.goalList}>
          {goals.map((stored, index) => {
            const { text, done } = goalOf(stored)
            return (
              <li key={stored} className="goal-row">
                <label className="goal-tick">
                  <input type="checkbox" checked={done} onChange={() => onChange(toggleGoal(goals, index))} />
                  <span>{text}</span>
                </label>
                <button
                  type="button"
                  className="chip-remove"
                  aria-label={EDITOR_TEXT.removeGoal(text)}
                  onClick={() => onChange(goals.filter((_, at) => at !== index))}
                >
                  <X size={13} aria-hidden />
                </button>
              </li>
            )
          })}
        </ul>
      )}
      <input
        id={`${id}-input`}
        className="list-input"
        list={`${id}-known`}
        autoComplete="off"
        enterKeyHint="done"
        placeholder={EDITOR_TEXT.addGoal}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={add}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || isPartOfComposition(event.nativeEvent)) return
          event.preventDefault()
          add()
        }}
      />
      <datalist id={`${id}-known`}>
        {known.map((goal) => (
          <option key={goal}>{goal}</option>
        ))}
      </datalist>
    </div>
  )
}
