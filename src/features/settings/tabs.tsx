import { SlidersHorizontal, User, type LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import { AccountSettings } from './AccountSettings.tsx'
import { GeneralSettings } from './GeneralSettings.tsx'

export type SettingsTab = 'general' | 'account'

export const SETTINGS_TABS: {
  readonly [Tab in SettingsTab]: { readonly name: string; readonly icon: LucideIcon; readonly Content: ComponentType }
} = {
  general: { name: 'General', icon: SlidersHorizontal, Content: GeneralSettings },
  account: { name: 'Account', icon: User, Content: AccountSettings },
}

/** The tab that an address names; anything else is General. */
export const settingsTab = (named: string | null): SettingsTab => (named === 'account' ? 'account' : 'general')
