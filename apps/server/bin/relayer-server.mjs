#!/usr/bin/env node
// Old syntax only until the version is checked, so that an old Node says a sentence and not a syntax error.
var version = process.versions.node.split('.').map(Number)
var major = version[0]
var minor = version[1]
var flags = process.execArgv.join(' ') + ' ' + (process.env.NODE_OPTIONS || '')
var fromSource = flags.indexOf('@relayer/source') !== -1

function refuse(sentence) {
  process.stderr.write('relayer-server: ' + sentence + '\n')
  process.exit(1)
}

function start(path) {
  return import(path).then(function (module) {
    return module.main(process.argv.slice(2))
  })
}

if (major < 22 || (major === 22 && minor < 12)) {
  refuse(
    'Node ' +
      process.versions.node +
      ' is too old; Node 22.12 or newer is needed. Inside the project, `npm start` uses the right one.',
  )
} else if (!fromSource) {
  start('../dist/main.js').catch(function (error) {
    if (error && error.code === 'ERR_MODULE_NOT_FOUND' && String(error.message).indexOf('main.js') !== -1) {
      refuse('it is not built yet. Run `npm run build`, or run the source with `npm start`.')
    }
    throw error
  })
} else if (!process.features.typescript) {
  refuse(
    'Node ' +
      process.versions.node +
      ' cannot run TypeScript; from source, Node 22.18 or newer is needed. Run `npm run build` first.',
  )
} else {
  start('../src/main.ts')
}
