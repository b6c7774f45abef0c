import { Check, ChevronRight, CornerDownLeft, Locate, Plus, X } from 'lucide-react'
import { useId, useLayoutEffect, type MouseEvent, type ReactNode } from 'react'
import { dateText } from '#domain/clock.ts'
import { applySuggestions } from '#domain/analysis/applySuggestions.ts'
import { goalOf } from '#domain/entry/goals.ts'
import type { LogEntry } from '#domain/entry/entry.ts'
import { ANALYSIS_TEXT } from '#domain/texts/specification.ts'
import { hasGoal, isLowConfidence, type Suggestions, type TokenUsage } from '#domain/analysis/suggestions.ts'
import { SUGGESTION_TEXT } from '#domain/texts/suggestions.ts'
import { withoutTags } from '#domain/entry/tags.ts'
import { useAnalysis } from '#src/stores/analysis.ts'
import { useSession } from '#src/stores/userStore.ts'
import { Button } from '#src/ui/Button.tsx'
import { Meter } from '#src/ui/Meter.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { LevelStamp } from '#src/ui/LevelStamp.tsx'
import { useTimeText } from '#src/ui/useTimeText.ts'
import './analysis.css'
import {
  applyAllSuggestions,
  applyOneSuggestion,
  hasSuggestion,
  type SuggestionItem,
  type EntryScreen,
} from './actions.ts'
import { enclosingEntry } from './enclosingEntry.ts'

/** Inserts a goal or a tag into the text in the editor. */
export type InsertSuggestion = (kind: 'goal' | 'tag', text: string) => void

type Props = {
  readonly entry: LogEntry
  readonly suggestions: Suggestions
  readonly place: EntryScreen
  /** Inserts a suggestion into the text. Set only in edit mode. */
  readonly onInsert?: InsertSuggestion
}

/**
 * Shows the confidence and the suggestions of an analysis, with buttons to apply one or all, or to dismiss the panel.
 */
export function SuggestionsPanel({ entry, suggestions, place, onInsert }: Props) {
  const session = useSession()
  const timeText = useTimeText()
  const id = useId()
  const dismissPanel = useAnalysis((state) => state.dismissPanel)
  const isApplying = useAnalysis((state) => state.applying.has(entry.id))
  useShowPanel(entry.id, id)
  const { suggestedLogLevel, suggestedGoals, suggestedTags, confidence, lastAnalyzed, source, tokens } = suggestions
  const dismiss = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    enclosingEntry(currentTarget)?.focus()
    dismissPanel(entry.id)
  }
  const applySuggested = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const entryElement = enclosingEntry(currentTarget)
    await applyAllSuggestions(session, entry, suggestions, place)
    if (document.activeElement === document.body) entryElement?.focus()
  }
  const renderButton = (one: SuggestionItem, name: string) => (
    <ItemButton
      there={hasSuggestion(entry, one)}
      name={name}
      onApply={onInsert || isApplying ? undefined : () => applyOneSuggestion(session, entry, one, place)}
      onInsert={onInsert && one.kind !== 'level' ? () => onInsert(one.kind, one.text) : undefined}
    />
  )
  return (
    <Panel
      title={ANALYSIS_TEXT.title}
      id={id}
      className="suggestions"
      aside={
        <>
          {source === 'offline' && <span className="suggestions-offline">{SUGGESTION_TEXT.offline}</span>}
          <Button
            look="ghost"
            className="suggestions-close"
            aria-label={SUGGESTION_TEXT.dismissLabel}
            onClick={dismiss}
          >
            <X size={16} aria-hidden />
          </Button>
        </>
      }
    >
      <div className="suggestions-meter">
        <Meter value={confidence} />
        {isLowConfidence(confidence) && <p className="suggestions-low">{ANALYSIS_TEXT.lowConfidence}</p>}
        {source === 'offline' && <p className="secondary">{SUGGESTION_TEXT.offlineHint}</p>}
      </div>
      <Row name={SUGGESTION_TEXT.level}>
        <p className="suggestions-item">
          <span className="suggestions-levels">
            <LevelStamp level={entry.level} />
            {suggestedLogLevel === entry.level ? (
              <span className="muted">{SUGGESTION_TEXT.unchanged}</span>
            ) : (
              <>
                <ChevronRight size={14} aria-label={SUGGESTION_TEXT.becomes} />
                <LevelStamp level={suggestedLogLevel} />
              </>
            )}
          </span>
          {renderButton({ kind: 'level', level: suggestedLogLevel }, SUGGESTION_TEXT.levelName(suggestedLogLevel))}
        </p>
      </Row>
      {suggestedGoals.length > 0 && (
        <Row name={SUGGESTION_TEXT.goals}>
          <ul className="suggestions-list">
            {suggestedGoals.map((goal) => (
              <li key={goal} className="suggestions-item">
                <Locate size={14} aria-hidden />
                <span>{goal}</span>
                {renderButton({ kind: 'goal', text: goal }, SUGGESTION_TEXT.goalName(goal))}
              </li>
            ))}
          </ul>
        </Row>
      )}
      {suggestedTags.length > 0 && (
        <Row name={SUGGESTION_TEXT.tags}>
          <ul className="suggestions-tags">
            {suggestedTags.map((tag) => (
              <li key={tag} className="suggestions-item">
                <span className="chip chip-tag">{tag}</span>
                {renderButton({ kind: 'tag', text: tag }, SUGGESTION_TEXT.tagName(tag))}
              </li>
            ))}
          </ul>
        </Row>
      )}
      <div className="suggestions-foot">
        <p className="secondary">
          {SUGGESTION_TEXT.analyzed(`${dateText(lastAnalyzed)}, ${timeText(lastAnalyzed)}`)}
          {tokens && SUGGESTION_TEXT.tokens(totalTokens(tokens))}
          {SUGGESTION_TEXT.applyHint}
          <Losses entry={entry} suggestions={suggestions} />
        </p>
        <div className="suggestions-keys">
          <Button large onClick={dismiss}>
            {SUGGESTION_TEXT.dismiss}
          </Button>
          <Button
            {...(onInsert ? {} : { look: 'primary' })}
            large
            aria-disabled={isApplying || undefined}
            onClick={(event) => void applySuggested(event)}
          >
            <Check size={16} aria-hidden />
            {SUGGESTION_TEXT.apply}
          </Button>
        </div>
      </div>
    </Panel>
  )
}

/**
 * Scrolls a panel that the user has opened into view and focuses its title, unless the user types or has moved the focus
 * to another part of the page.
 */
function useShowPanel(entryId: string, titleId: string): void {
  const isRequested = useAnalysis((state) => state.panelToShow === entryId)
  const endShowing = useAnalysis((state) => state.endShowing)
  useLayoutEffect(() => {
    const title = document.getElementById(titleId)
    if (!isRequested || !title) return
    endShowing()
    const { activeElement } = document
    if (activeElement !== document.body && !enclosingEntry(title)?.contains(activeElement)) return
    if (activeElement?.matches('input, textarea')) return
    title.tabIndex = -1
    title.focus({ preventScroll: true })
    title.closest('.suggestions')?.scrollIntoView({ block: 'nearest' })
  }, [isRequested, endShowing, titleId])
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="suggestions-row">
      <h3 className="silk">{name}</h3>
      {children}
    </div>
  )
}

/** Renders the button that applies one suggestion or, in edit mode, inserts the suggestion into the text. */
function ItemButton({
  there,
  name,
  onApply,
  onInsert,
}: {
  readonly there: boolean
  readonly name: string
  readonly onApply: (() => void) | undefined
  readonly onInsert: (() => void) | undefined
}) {
  if (onInsert)
    return (
      <Button
        look="ghost"
        className="suggestions-take"
        aria-label={SUGGESTION_TEXT.insertLabel(name)}
        onClick={onInsert}
      >
        <CornerDownLeft size={14} aria-hidden />
        {SUGGESTION_TEXT.insert}
      </Button>
    )
  if (there)
    return (
      <span className="suggestions-there">
        <Check size={14} aria-label={SUGGESTION_TEXT.present} />
      </span>
    )
  return onApply ? (
    <Button look="ghost" className="suggestions-take" aria-label={SUGGESTION_TEXT.applyLabel(name)} onClick={onApply}>
      <Plus size={14} aria-hidden />
    </Button>
  ) : null
}

/** Lists the goals and tags that would be removed by applying all suggestions. */
function Losses({ entry, suggestions }: { readonly entry: LogEntry; readonly suggestions: Suggestions }) {
  const { suggestedGoals, suggestedTags } = applySuggestions(entry, suggestions)
  const goals = entry.goals.map((goal) => goalOf(goal).text).filter((goal) => !hasGoal(suggestedGoals, goal))
  const lost = [...goals, ...withoutTags(entry.tags, suggestedTags).map((tag) => `#${tag}`)]
  return lost.length === 0 ? null : SUGGESTION_TEXT.removed(lost)
}

const totalTokens = ({ input, output, thinking }: TokenUsage): number => input + output + thinking
