import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  }[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

const shownFunctions = 25
const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** The functions in which the server's main thread spent its time, by time of their own, and the same by package. */
export function printProfiles(folder: string): void {
  for (const name of readdirSync(folder).filter(file => file.endsWith('.cpuprofile'))) {
    const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as CpuProfile
    const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
    const byFunction = new Map<string, number>()
    const byPlace = new Map<string, number>()
    let busy = 0
    for (const [index, id] of samples.entries()) {
      const frame = frames.get(id)
      const took = (timeDeltas[index] ?? 0) / 1000
      if (frame === undefined || frame.functionName === '(idle)') continue
      busy += took
      const file = frame.url.replace('file://', '').replace(root, '')
      const where = `${frame.functionName || '(anonymous)'} ${file}${file === '' ? '' : `:${frame.lineNumber + 1}`}`
      add(byFunction, where, took)
      add(byPlace, placeOf(frame.functionName, file), took)
    }
    console.log(`\n${name}: ${busy.toFixed(0)} ms busy`)
    print(byPlace, busy, 15)
    console.log('')
    print(byFunction, busy, shownFunctions)
  }
}

function placeOf(functionName: string, file: string): string {
  if (file === '') return functionName.startsWith('(') ? functionName : '(native)'
  if (file.startsWith('node:')) return file.split('/').slice(0, 2).join('/')
  const dependency = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]
  if (dependency !== undefined && !dependency.startsWith('@relayer/')) return dependency
  return file.split('/').slice(0, 4).join('/')
}

function add(times: Map<string, number>, key: string, took: number): void {
  times.set(key, (times.get(key) ?? 0) + took)
}

function print(times: ReadonlyMap<string, number>, busy: number, most: number): void {
  for (const [key, took] of [...times].sort(([, a], [, b]) => b - a).slice(0, most))
    console.log(`${((100 * took) / busy).toFixed(1).padStart(6)} %  ${took.toFixed(0).padStart(6)} ms  ${key}`)
}
