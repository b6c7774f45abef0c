import { RadioTower, ScanText, SlidersHorizontal, User, type LucideIcon } from 'lucide-react'
import { GENERAL_SETTINGS_TEXT } from '#domain/texts/generalSettings.ts'

export type SettingsTab = 'general' | 'frequency' | 'ai' | 'account'

export const SETTINGS_TABS: {
  readonly [Tab in SettingsTab]: { readonly name: string; readonly icon: LucideIcon }
} = {
  general: { name: GENERAL_SETTINGS_TEXT.generalTab, icon: SlidersHorizontal },
  frequency: { name: GENERAL_SETTINGS_TEXT.frequencyTab, icon: RadioTower },
  ai: { name: GENERAL_SETTINGS_TEXT.aiTab, icon: ScanText },
  account: { name: GENERAL_SETTINGS_TEXT.accountTab, icon: User },
}

/** Parses the `tab` parameter of the URL. Unknown values select the General tab. */
export const parseSettingsTab = (parameter: string | null): SettingsTab =>
  parameter === 'frequency' || parameter === 'ai' || parameter === 'account' ? parameter : 'general'
