import { ScanText, SlidersHorizontal, User, type LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import { AccountSettings } from './AccountSettings.tsx'
import { AiSettings } from './AiSettings.tsx'
import { GeneralSettings } from './GeneralSettings.tsx'

export type SettingsTab = 'general' | 'ai' | 'account'

export const SETTINGS_TABS: {
  readonly [Tab in SettingsTab]: { readonly name: string; readonly icon: LucideIcon; readonly Content: ComponentType }
} = {
  general: { name: 'General', icon: SlidersHorizontal, Content: GeneralSettings },
  ai: { name: 'AI Settings', icon: ScanText, Content: AiSettings },
  account: { name: 'Account', icon: User, Content: AccountSettings },
}

/** The tab that an address names; anything else is General. */
export const settingsTab = (named: string | null): SettingsTab =>
  named === 'ai' || named === 'account' ? named : 'general'
