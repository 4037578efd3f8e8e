/** Which package and which folder may import what: the executable form of "Layers and direction" in ARCHITECTURE.md. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { scanImports, type Reference } from './scanImports.ts'

const scope = '@relayer/'

/** Inside core a folder imports from itself and from the lines above it. Two folders of one line: in one direction only. */
const coreLayers = [
  ['records', 'errors'],
  ['ports'],
  ['context'],
  ['reconcile'],
  ['access'],
  ['webhooks'],
  ['transactions'],
  ['signers', 'lanes', 'signing', 'rpc'],
  ['relayers', 'configuration'],
  ['engine'],
  ['index'],
]

interface Manifest {
  readonly name: string
  readonly exports?: Readonly<Record<string, unknown>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

interface Package {
  /** Relative to the root, such as `packages/core`. */
  readonly directory: string
  readonly manifest: Manifest
  /** 0 schemas, 1 core, 2 adapters, 3 apps; undefined: a package that has no place yet. */
  readonly layer: number | undefined
}

interface Import extends Reference {
  readonly file: string
  readonly isTest: boolean
  readonly from: Package
}

/** Every source file that the rules are about, relative to the root. */
export function listSourceFiles(root: string): readonly string[] {
  return globSync('{packages,apps}/*/{src,bin,test,bench}/**/*.{ts,mts,mjs,js}', {
    cwd: root,
    exclude: ['**/node_modules', '**/dist'],
  }).toSorted()
}

/** One line per violation: `path:line what is wrong`. */
export function findViolations(root: string): readonly string[] {
  const rootManifest = readManifest(root, '.')
  const packages = globSync('{packages,apps}/*/package.json', { cwd: root })
    .toSorted()
    .map(path => readPackage(root, dirname(path)))
  const byName = new Map(packages.map(each => [each.manifest.name, each]))
  const violations = packages.flatMap(each => checkManifest(each, byName))
  const environmentReaders = new Set<string>()
  const siblingEdges = new Map<string, string>()

  for (const file of listSourceFiles(root)) {
    const from = packages.find(each => file.startsWith(`${each.directory}/`))
    if (!from) continue
    const isTest = isTestFile(file)
    for (const reference of scanImports(readFileSync(join(root, file), 'utf8'))) {
      const imported = { ...reference, file, isTest, from }
      const report = (message: string) => violations.push(`${file}:${reference.line} ${message}`)

      if (reference.kind === 'processEnv') {
        if (!isTest && from.layer !== 3) report('reads process.env: a package is configured by its caller')
        if (!isTest && from.layer === 3) environmentReaders.add(`${from.directory} ${file}:${reference.line}`)
        continue
      }
      if (reference.kind === 'importType') {
        report(`import('${reference.specifier}') as a type: the circle check does not see it; write \`import type\``)
      }
      const { specifier } = reference
      if (specifier.startsWith('.')) checkRelative(root, imported, siblingEdges, report)
      else if (isBuiltin(specifier)) {
        if (!isTest && from.layer !== undefined && from.layer < 2) {
          report(`${specifier}: ${from.manifest.name} has no I/O of its own; take it through a port`)
        }
      } else if (!specifier.startsWith('#')) checkBare(imported, byName, rootManifest, report)
    }
  }
  return [...violations, ...checkEnvironmentReaders(environmentReaders)]
}

/** Tests, fixtures and conformance suites. They are not part of the layers, but they are shipped if `exports` names them. */
function isTestFile(file: string): boolean {
  return /\.test\.[a-z]+$/.test(file) || /\/(testing|test|bench)\//.test(file)
}

function checkManifest(from: Package, byName: ReadonlyMap<string, Package>): string[] {
  const path = `${from.directory}/package.json`
  if (from.layer === undefined) return [`${path} has no layer: name it store-*, chain-*, signer-* or queue-*`]
  const dependencies = { ...from.manifest.dependencies, ...from.manifest.peerDependencies }
  return Object.keys(dependencies)
    .filter(name => name.startsWith(scope) && !isBelow(byName.get(name), from))
    .map(name => `${path} depends upward or sideways on ${name}`)
}

function checkBare(
  { specifier, from, isTest, file }: Import,
  byName: ReadonlyMap<string, Package>,
  rootManifest: Manifest,
  report: (message: string) => void,
): void {
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
  const { manifest } = from
  if (name === manifest.name) {
    if (!isTest) report(`imports its own package by name: use a relative path`)
  } else if (!isDeclared(name, from, isTest, file, rootManifest)) {
    report(
      `${name} is not declared in ${from.directory}/package.json${isTest ? '' : ' (dependencies or peerDependencies)'}`,
    )
  }
  if (!name.startsWith(scope)) return

  const to = byName.get(name)
  if (!to) return report(`${name} is no package of this repository`)
  const sideways = isTest && to.layer === from.layer && to.layer === 2
  if (to !== from && !isBelow(to, from) && !sideways) report(`imports upward or sideways: ${name}`)
  const entry = `.${specifier.slice(name.length)}`
  if (!Object.hasOwn(to.manifest.exports ?? {}, entry)) report(`${specifier} is not in the exports of ${name}`)
  if (!isTest && entry === './testing') report(`${specifier} is for tests only`)
}

function isDeclared(name: string, from: Package, isTest: boolean, file: string, rootManifest: Manifest): boolean {
  const { manifest } = from
  const shipped = { ...manifest.dependencies, ...manifest.peerDependencies, ...manifest.optionalDependencies }
  if (Object.hasOwn(shipped, name)) return true
  // An app runs only inside the workspace, where the root's optional dependencies (anvil) are installed.
  if (from.layer === 3 && Object.hasOwn(rootManifest.optionalDependencies ?? {}, name)) return true
  // What `exports` publishes must work for those who install it, who get no devDependencies.
  const isPublished =
    !file.includes('.test.') && file.includes('/src/testing/') && './testing' in (manifest.exports ?? {})
  if (!isTest || isPublished) return false
  const local = { ...manifest.devDependencies, ...rootManifest.devDependencies, ...rootManifest.optionalDependencies }
  return Object.hasOwn(local, name)
}

function checkRelative(
  root: string,
  { specifier, from, isTest, file }: Import,
  siblingEdges: Map<string, string>,
  report: (message: string) => void,
): void {
  const target = relative(root, join(root, dirname(file), specifier))
  if (!target.startsWith(`${from.directory}/`)) return report(`${specifier} leaves the package: import it by name`)
  if (isTest) return
  if (isTestFile(target)) return report(`${specifier} is for tests only`)
  if (from.layer !== 1) return

  const [source, destination] = [file, target].map(path => coreFolder(path, from)) as [string, string]
  if (source === destination) return
  const [sourceLayer, destinationLayer] = [source, destination].map(folder =>
    coreLayers.findIndex(layer => layer.includes(folder)),
  ) as [number, number]
  if (sourceLayer < 0 || destinationLayer < 0) {
    const unknown = sourceLayer < 0 ? source : destination
    return report(`core folder "${unknown}" has no layer: add it to coreLayers in scripts/importRules.ts`)
  }
  if (destinationLayer > sourceLayer) return report(`core/${source} imports upward from core/${destination}`)
  if (destinationLayer < sourceLayer) return
  siblingEdges.set(`${source} → ${destination}`, file)
  const reverse = siblingEdges.get(`${destination} → ${source}`)
  if (reverse) report(`core/${source} and core/${destination} import each other (${reverse})`)
}

/** The folder directly under src; a file directly under src counts as a folder of its name. */
function coreFolder(path: string, { directory }: Package): string {
  const [first = ''] = path.slice(`${directory}/src/`.length).split('/')
  return first.replace(/\.ts$/, '')
}

function checkEnvironmentReaders(readers: ReadonlySet<string>): string[] {
  const byApp = Map.groupBy(readers, reader => reader.split(' ')[0])
  return [...byApp.values()].flatMap(entries => {
    const places = entries.map(entry => entry.split(' ')[1]!)
    const files = new Set(places.map(place => place.replace(/:\d+$/, '')))
    return files.size > 1 ? places.map(place => `${place} process.env is read in ${files.size} files, not in one`) : []
  })
}

function isBelow(to: Package | undefined, from: Package): boolean {
  return to?.layer !== undefined && from.layer !== undefined && to.layer < from.layer
}

function isBuiltin(specifier: string): boolean {
  return specifier.startsWith('node:') || builtinModules.includes(specifier)
}

function readPackage(root: string, directory: string): Package {
  const manifest = readManifest(root, directory)
  return { directory, manifest, layer: layerOf(directory, manifest.name) }
}

function layerOf(directory: string, name: string): number | undefined {
  if (directory.startsWith('apps/')) return 3
  if (name === `${scope}schemas`) return 0
  if (name === `${scope}core`) return 1
  return /^@relayer\/(store|chain|signer|queue)-/.test(name) ? 2 : undefined
}

function readManifest(root: string, directory: string): Manifest {
  const path = join(root, directory, 'package.json')
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Manifest) : { name: directory }
}
