import { useEffect } from 'react'
import { tagSearch } from '#domain/search/searchQuery.ts'
import { LOOKBACK_TEXT } from '#domain/texts/lookback.ts'
import './TagCloud.css'
import { useJournal } from '#src/stores/journal.ts'

const MAX_SHOWN_TAGS = 60
const SIZE_STEPS = 5

/** Shows the most used tags, sized by their number of entries. */
export function TagCloud({ onShow }: { readonly onShow: (search: string) => void }) {
  const tags = useJournal((state) => state.tags)
  const readTags = useJournal((state) => state.readTags)
  const revision = useJournal((state) => state.revision)
  useEffect(() => void readTags(), [readTags, revision])
  const maxCount = tags[0]?.count ?? 1
  const shown = tags.slice(0, MAX_SHOWN_TAGS).toSorted((a, b) => a.tag.localeCompare(b.tag))
  return (
    <section aria-labelledby="tag-cloud">
      <h3 id="tag-cloud" className="panel-title">
        {LOOKBACK_TEXT.tags}
      </h3>
      {shown.length === 0 ? (
        <p className="lookback-empty muted">{LOOKBACK_TEXT.noTags}</p>
      ) : (
        <ul className="cloud">
          {shown.map(({ tag, count }) => (
            <li key={tag}>
              <button
                type="button"
                data-size={Math.ceil((Math.log(count + 1) / Math.log(maxCount + 1)) * SIZE_STEPS)}
                aria-label={LOOKBACK_TEXT.tag(tag, count)}
                onClick={() => onShow(tagSearch(tag))}
              >
                {tag}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
