import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useNotifications } from '#src/stores/notifications.ts'

/** Navigates to the path of a clicked notification. */
export function NotificationNavigator() {
  const navigate = useNavigate()
  const pendingPath = useNotifications((state) => state.pendingPath)
  const clearPendingPath = useNotifications((state) => state.clearPendingPath)
  useEffect(() => {
    if (pendingPath === null) return
    clearPendingPath()
    void navigate(pendingPath)
  }, [pendingPath, clearPendingPath, navigate])
  return null
}
