/**
 * A path of the router as OpenAPI and dashboards write it, and the names of its parameters.
 * @example
 * readPathParameters('/api/v1/relayers/:relayerId') // { template: '/api/v1/relayers/{relayer_id}', names: ['relayer_id'] }
 */
export function readPathParameters(path: string): { readonly template: string; readonly names: readonly string[] } {
  const names: string[] = []
  const template = path.replace(/[:*](\w+)/g, (_match, name: string) => {
    const wireName = name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
    names.push(wireName)
    return `{${wireName}}`
  })
  return { template, names }
}
