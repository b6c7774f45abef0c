import { BANDS } from '#domain/dial/frequency.ts'
import { bandEndsText, frequencyText } from '#domain/dial/tuning.ts'
import { DEFAULT_THEME, THEMES, type Theme } from '#domain/dial/themes.ts'
import { GENERAL_SETTINGS_TEXT } from '#domain/texts/generalSettings.ts'
import { useFrequency } from '#src/stores/frequency.ts'
import { Panel } from '#src/ui/Panel.tsx'
import './ThemeSettings.css'
import './radioInput.css'

/** Selects a theme from a list with previews. Selecting a theme of the dial also tunes to its band. */
export function ThemeSettings() {
  const chosen = useFrequency((state) => state.theme)
  const choose = useFrequency((state) => state.chooseTheme)
  return (
    <Panel title={GENERAL_SETTINGS_TEXT.theme}>
      <div role="radiogroup" aria-labelledby="panel-theme" className="theme-tiles">
        {THEMES.map(({ theme, name }) => (
          <label key={theme} className="theme-tile">
            <ThemePreview theme={theme} />
            <input type="radio" name="theme" checked={theme === chosen} onChange={() => choose(theme)} />
            <span>{name}</span>
            <small>{themeHint(theme)}</small>
          </label>
        ))}
      </div>
    </Panel>
  )
}

/** The digits of a theme that the dial cannot select. */
const NO_FREQUENCY = '---.-'

function ThemePreview({ theme }: { readonly theme: Theme }) {
  const range = BANDS.find((one) => one.theme === theme)
  return (
    <span className="theme-miniature" data-theme={theme} aria-hidden="true">
      <b>{range ? frequencyText(range.frequency) : NO_FREQUENCY}</b>
      <i />
      <i />
      <i />
    </span>
  )
}

/** Describes how a theme is selected: by tuning to its band, or only in the settings. */
function themeHint(theme: Theme): string {
  const range = BANDS.find((one) => one.theme === theme)
  if (range) return bandEndsText(range)
  return theme === DEFAULT_THEME ? GENERAL_SETTINGS_TEXT.defaultTheme : GENERAL_SETTINGS_TEXT.notOnDial
}
