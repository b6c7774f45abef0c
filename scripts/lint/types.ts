import type { RuleTester } from 'oxlint/plugins-dev'

/* Types for lint rules. oxlint exports these types only as parameters of its `RuleTester`. */
export type Rule = Extract<Parameters<RuleTester['run']>[1], { readonly create: unknown }>

type Visitors = ReturnType<Rule['create']>
export type Node = Parameters<NonNullable<Visitors[string]>>[0]
