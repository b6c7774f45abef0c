import { lazy, Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { LoadingScreen } from '#src/features/shell/LoadingScreen.tsx'
import { LoginPage } from '#src/pages/LoginPage.tsx'
import { RequireUser, VisitorsOnly } from './guards.tsx'

const SignedInLayout = lazy(async () => ({ default: (await import('./SignedInLayout.tsx')).SignedInLayout }))
const DashboardPage = lazy(async () => ({ default: (await import('#src/pages/DashboardPage.tsx')).DashboardPage }))
const NewLogPage = lazy(async () => ({ default: (await import('#src/pages/NewLogPage.tsx')).NewLogPage }))
const LogPage = lazy(async () => ({ default: (await import('#src/pages/LogPage.tsx')).LogPage }))
const Settings = lazy(async () => ({ default: (await import('./Settings.tsx')).Settings }))
const PasswordRecoveryPage = lazy(async () => ({
  default: (await import('#src/pages/PasswordRecoveryPage.tsx')).PasswordRecoveryPage,
}))
const NotFoundPage = lazy(async () => ({ default: (await import('#src/pages/NotFoundPage.tsx')).NotFoundPage }))
const TestPage = lazy(async () => ({ default: (await import('#src/pages/TestPages.tsx')).TestPage }))
const SimplePage = lazy(async () => ({ default: (await import('#src/pages/TestPages.tsx')).SimplePage }))
const TestDashboardPage = lazy(async () => ({ default: (await import('#src/pages/TestPages.tsx')).TestDashboardPage }))

/** Maps each path to its screen (specification §2). */
export function AppRoutes() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Routes>
        <Route element={<VisitorsOnly />}>
          <Route path="/login" element={<LoginPage />} />
        </Route>
        <Route path="/password-recovery" element={<PasswordRecoveryPage />} />
        <Route element={<RequireUser />}>
          <Route element={<SignedInLayout />}>
            <Route path="/" element={<DashboardPage />}>
              <Route path="protected" element={null} />
              <Route path="logs/new" element={<NewLogPage />} />
            </Route>
            <Route path="/logs/:logId" element={<LogPage />} />
            <Route path="/settings" element={<Settings />} />
          </Route>
        </Route>
        <Route path="/dashboard" element={<Navigate replace to="/" />} />
        <Route path="/test" element={<TestPage />} />
        <Route path="/simple" element={<SimplePage />} />
        <Route path="/test-dashboard" element={<TestDashboardPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  )
}
