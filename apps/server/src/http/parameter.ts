import type { OperationRequest } from './operation.ts'

/** A path parameter; the router has it whenever the route matched. */
export function parameter({ parameters }: OperationRequest, name: string): string {
  return parameters[name] ?? ''
}
