import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useNotifications } from '#src/stores/notifications.ts'

/** Goes where a clicked notification leads. */
export function FollowNotifications() {
  const navigate = useNavigate()
  const wanted = useNotifications((state) => state.wanted)
  const went = useNotifications((state) => state.went)
  useEffect(() => {
    if (wanted === null) return
    went()
    void navigate(wanted)
  }, [wanted, went, navigate])
  return null
}
