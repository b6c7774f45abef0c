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
import { dollarsPerThousandTokens, dollarsText } from '#domain/analysis/cost.ts'
import { AI_SETTINGS_TEXT } from '#domain/texts/aiSettings.ts'
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
  /** Whether the setting has no effect on the selected model. */
  readonly unused?: boolean
}

const SAMPLING_SLIDERS: readonly Slider[] = [
  { range: 'temperature', name: AI_SETTINGS_TEXT.temperature, hint: AI_SETTINGS_TEXT.temperatureHint },
  { range: 'topP', name: AI_SETTINGS_TEXT.topP, hint: AI_SETTINGS_TEXT.topPHint },
  { range: 'topK', name: AI_SETTINGS_TEXT.topK, hint: AI_SETTINGS_TEXT.topKHint },
]
const SUGGESTION_SLIDERS: readonly Slider[] = [
  { range: 'minimumConfidence', name: AI_SETTINGS_TEXT.confidence, hint: AI_SETTINGS_TEXT.confidenceHint },
  {
    range: 'retainSuggestions',
    name: AI_SETTINGS_TEXT.retention,
    hint: AI_SETTINGS_TEXT.retentionHint,
    unit: AI_SETTINGS_TEXT.days,
  },
]

const MODELS: readonly { readonly model: Chosen['model']; readonly name: string; readonly hint: string }[] = [
  { model: 'fast', name: AI_SETTINGS_TEXT.fast, hint: AI_SETTINGS_TEXT.fastHint },
  { model: 'powerful', name: AI_SETTINGS_TEXT.powerful, hint: AI_SETTINGS_TEXT.powerfulHint },
]

/** The ids of the AI models. A deployment must configure the same ids for its functions. */
const MODEL_IDS: { readonly [Model in Chosen['model']]: string } = {
  fast: import.meta.env.VITE_GEMINI_FAST_MODEL || DEFAULT_MODEL_IDS.fast,
  powerful: import.meta.env.VITE_GEMINI_POWERFUL_MODEL || DEFAULT_MODEL_IDS.powerful,
}

/** Shows the AI settings. A change applies immediately, on all of the user's devices. */
export function AiSettings() {
  const settings = useSettings((state) => state.settings)
  const save = useSettings((state) => state.choose)
  const [isConfirming, setConfirming] = useState(false)
  const choose = (changes: Partial<Chosen>) => {
    save(changes).catch((error: unknown) => {
      console.warn('The AI settings were not stored.', error)
      toast.error(AI_SETTINGS_TEXT.notSynced)
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
      <Panel title={AI_SETTINGS_TEXT.title}>
        <Setting name={AI_SETTINGS_TEXT.enabled} hint={AI_SETTINGS_TEXT.enabledHint}>
          <Switch
            name={AI_SETTINGS_TEXT.enabled}
            on={settings.aiEnabled}
            onChange={(aiEnabled) => choose({ aiEnabled })}
          />
        </Setting>
        {settings.aiEnabled && (
          <>
            <Setting name={AI_SETTINGS_TEXT.automatic} hint={AI_SETTINGS_TEXT.automaticHint}>
              <Switch
                name={AI_SETTINGS_TEXT.automatic}
                on={settings.autoAnalyzeEnabled}
                onChange={(autoAnalyzeEnabled) => choose({ autoAnalyzeEnabled })}
              />
            </Setting>
            <Setting name={AI_SETTINGS_TEXT.costOptimization} hint={AI_SETTINGS_TEXT.costOptimizationHint}>
              <Switch
                name={AI_SETTINGS_TEXT.costOptimization}
                on={settings.costOptimizationEnabled}
                onChange={(costOptimizationEnabled) => choose({ costOptimizationEnabled })}
              />
            </Setting>
          </>
        )}
      </Panel>
      {settings.aiEnabled && (
        <>
          <Panel title={AI_SETTINGS_TEXT.model}>
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
                  <small>{AI_SETTINGS_TEXT.cost(dollarsText(dollarsPerThousandTokens({ ...settings, model })))}</small>
                </label>
              ))}
            </div>
            {settings.model === 'fast' && slider(thinkingSlider(traits, settings.thinkingBudget))}
            {SAMPLING_SLIDERS.map((one) => slider(traits.supportsSampling ? one : { ...one, ...UNUSED_SAMPLING }))}
          </Panel>
          <Panel title={AI_SETTINGS_TEXT.suggestions}>{SUGGESTION_SLIDERS.map(slider)}</Panel>
        </>
      )}
      <ReminderSettings settings={settings} onChoose={choose} />
      <div>
        <Button large onClick={() => setConfirming(true)}>
          {AI_SETTINGS_TEXT.reset}
        </Button>
      </div>
      {isConfirming && (
        <ConfirmDialog
          title={AI_SETTINGS_TEXT.resetTitle}
          text={AI_SETTINGS_TEXT.resetQuestion}
          action={AI_SETTINGS_TEXT.confirmReset}
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

const UNUSED_SAMPLING = { unused: true, hint: AI_SETTINGS_TEXT.samplingUnused }

function thinkingSlider(traits: ModelCapabilities, budget: number): Slider {
  const thinking = toThinkingLimit(traits, budget)
  const about = { range: 'thinkingBudget', name: AI_SETTINGS_TEXT.thinking, unit: AI_SETTINGS_TEXT.tokens } as const
  if (!thinking) return { ...about, unused: true, hint: AI_SETTINGS_TEXT.thinkingUnused }
  const hint = AI_SETTINGS_TEXT.thinkingHint
  if (AI_SETTINGS_TEXT.tokens in thinking) return { ...about, hint }
  return { ...about, hint: AI_SETTINGS_TEXT.thinkingLevel(hint, budget, thinking.level.toLowerCase()) }
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
