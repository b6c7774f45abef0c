import { useId, useState } from 'react'
import {
  DEFAULT_MODEL_IDS,
  toThinkingLimit,
  capabilitiesOf,
  type ModelCapabilities,
} from '#domain/analysis/aiModels.ts'
import {
  AI_RANGES,
  DEFAULT_AI_SETTINGS,
  clampToRange,
  type AiRange,
  type AiSettings as Chosen,
} from '#domain/account/aiSettings.ts'
import { costPerThousand, dollarsText } from '#domain/analysis/cost.ts'
import { useSettings } from '#src/stores/settings.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { toast } from '#src/ui/toast.tsx'
import '#src/styles/range.css'
import './AiSettings.css'
import './radioInput.css'
import { ReminderSettings } from './ReminderSettings.tsx'
import { Setting } from './Setting.tsx'
import { Switch } from './Switch.tsx'

type Slider = {
  readonly range: AiRange
  readonly name: string
  readonly hint: string
  readonly unit?: string
  /** Whether the selected model ignores the setting. */
  readonly unused?: boolean
}

const SAMPLING_SLIDERS: readonly Slider[] = [
  { range: 'temperature', name: 'Temperature', hint: 'Low keeps to the obvious, high is more inventive.' },
  { range: 'topP', name: 'Top P', hint: 'Of what is likely, how much is considered.' },
  { range: 'topK', name: 'Top K', hint: 'How many words are considered at each step.' },
]
const SUGGESTION_SLIDERS: readonly Slider[] = [
  { range: 'minimumConfidence', name: 'Minimum confidence', hint: 'An analysis that is less sure is rejected.' },
  { range: 'retainSuggestions', name: 'Keep suggestions', hint: 'Older ones are removed.', unit: 'days' },
]

const MODELS: readonly { readonly model: Chosen['model']; readonly name: string; readonly hint: string }[] = [
  { model: 'fast', name: 'Fast', hint: 'Answers in seconds.' },
  { model: 'powerful', name: 'Powerful', hint: 'Decides by itself how long it thinks, costs more.' },
]

/** The model ids. A deployment must configure the same ones for its functions. */
const MODEL_IDS: { readonly [Model in Chosen['model']]: string } = {
  fast: import.meta.env.VITE_GEMINI_FAST_MODEL || DEFAULT_MODEL_IDS.fast,
  powerful: import.meta.env.VITE_GEMINI_POWERFUL_MODEL || DEFAULT_MODEL_IDS.powerful,
}

/** Shows the AI settings. A change applies immediately and on all of the user's devices. */
export function AiSettings() {
  const settings = useSettings((state) => state.settings)
  const save = useSettings((state) => state.choose)
  const [isConfirming, setConfirming] = useState(false)
  const choose = (changes: Partial<Chosen>) => {
    save(changes).catch((error: unknown) => {
      console.warn('The AI settings were not stored.', error)
      toast.error('The AI settings hold on this device only: the server has not taken them.')
    })
  }
  const traits = capabilitiesOf(MODEL_IDS[settings.model])
  const slider = ({ range, ...about }: Slider) => (
    <RangeSetting
      key={range}
      range={range}
      {...about}
      value={settings[range]}
      onChange={(value) => choose({ [range]: value })}
    />
  )
  return (
    <>
      <Panel title="AI analyst">
        <Setting name="AI" hint="Off, there is none anywhere in the app, and the server refuses to analyze anything.">
          <Switch name="AI" on={settings.aiEnabled} onChange={(aiEnabled) => choose({ aiEnabled })} />
        </Setting>
        {settings.aiEnabled && (
          <>
            <Setting name="Analyze new entries" hint="Each one when it has reached the server, without being asked.">
              <Switch
                name="Analyze new entries"
                on={settings.autoAnalyzeEnabled}
                onChange={(autoAnalyzeEnabled) => choose({ autoAnalyzeEnabled })}
              />
            </Setting>
            <Setting
              name="Cost optimization"
              hint="With new entries analyzed, suggestions that are surer than 0.9 are applied at once. It can be undone."
            >
              <Switch
                name="Cost optimization"
                on={settings.costOptimizationEnabled}
                onChange={(costOptimizationEnabled) => choose({ costOptimizationEnabled })}
              />
            </Setting>
          </>
        )}
      </Panel>
      {settings.aiEnabled && (
        <>
          <Panel title="Model">
            <div role="radiogroup" aria-labelledby="panel-model" className="ai-models">
              {MODELS.map(({ model, name, hint }) => (
                <label key={model} className="ai-model">
                  <input
                    type="radio"
                    name="model"
                    checked={settings.model === model}
                    onChange={() => choose({ model })}
                  />
                  <span>{name}</span>
                  <small>{hint}</small>
                  <small>About {dollarsText(costPerThousand({ ...settings, model }))} per 1K tokens</small>
                </label>
              ))}
            </div>
            {settings.model === 'fast' && slider(thinkingSlider(traits, settings.thinkingBudget))}
            {SAMPLING_SLIDERS.map((one) => slider(traits.supportsSampling ? one : { ...one, ...UNUSED_SAMPLING }))}
          </Panel>
          <Panel title="Suggestions">{SUGGESTION_SLIDERS.map(slider)}</Panel>
        </>
      )}
      <ReminderSettings settings={settings} onChoose={choose} />
      <div>
        <Button large onClick={() => setConfirming(true)}>
          Reset to defaults
        </Button>
      </div>
      {isConfirming && (
        <ConfirmDialog
          title="Reset AI settings"
          text="Put all AI settings back to their defaults?"
          action="Reset"
          onCancel={() => setConfirming(false)}
          onConfirm={() => {
            setConfirming(false)
            choose(DEFAULT_AI_SETTINGS)
          }}
        />
      )}
    </>
  )
}

const UNUSED_SAMPLING = { unused: true, hint: 'Not used: this model chooses its own sampling.' }

function thinkingSlider(traits: ModelCapabilities, budget: number): Slider {
  const thinking = toThinkingLimit(traits, budget)
  const about = { range: 'thinkingBudget', name: 'Thinking budget', unit: 'tokens' } as const
  if (!thinking) return { ...about, unused: true, hint: 'Not used: this model decides how long it thinks.' }
  const hint = 'How long the fast model may think before it answers. 0 is as little as it can.'
  if ('tokens' in thinking) return { ...about, hint }
  return { ...about, hint: `${hint} It thinks in levels: ${budget} is ${thinking.level.toLowerCase()}.` }
}

function RangeSetting({
  range,
  name,
  hint,
  unit = '',
  unused = false,
  value,
  onChange,
}: Slider & { readonly value: number; readonly onChange: (value: number) => void }) {
  const id = useId()
  const { low, high, step } = AI_RANGES[range]
  const text = `${value}${unit && ` ${unit}`}`
  return (
    <Setting name={name} hint={hint} hintId={`${id}-hint`}>
      <div className="ai-range" data-unused={unused || undefined}>
        <input
          id={id}
          className="range"
          style={{ '--fill': `${((value - low) / (high - low)) * 100}%` }}
          type="range"
          min={low}
          max={high}
          step={step}
          aria-label={name}
          aria-valuetext={text}
          aria-describedby={`${id}-hint`}
          value={value}
          onChange={(event) => onChange(clampToRange(range, Number(event.target.value)))}
        />
        <output htmlFor={id} className="mono small">
          {text}
        </output>
      </div>
    </Setting>
  )
}
