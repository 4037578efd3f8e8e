import { parseJson } from '@relayer/schemas'
import type { OperationEntry } from '../../../src/http/operations.ts'
import type { DocumentAnswer, DocumentOperation, OpenApiDocument } from '../../../src/openapi/buildDocument.ts'
import { schemaProblems } from '../schemaProblems.ts'
import { apiKey } from '../send.ts'
import { evmKey } from '../testServer.ts'
import { type FuzzRequest, operationOf } from './fuzzRequest.ts'
import type { FuzzAnswer } from './sendKept.ts'

/** Operations that the interface has answer 500 when no endpoint of the relayer does (http.md 10.8, 10.9). */
const asksTheNode = new Set(['getRelayerStatus', 'getRelayerBalance'])

/** What is wrong with an answer: not documented, a failure of the server, not in the documented form, tells secrets. */
export function answerProblems(
  entry: OperationEntry,
  document: OpenApiDocument,
  request: FuzzRequest,
  answer: FuzzAnswer,
): readonly string[] {
  const { status, headers, text, body } = answer
  const { schemas } = document.components
  const operation = operationOf(entry, document)
  const shown = text.slice(0, 300)
  const sent = sentJson(request)
  if (operation.responses[status] === undefined) return [`${status} is not documented: ${shown}`]
  // only a network that can't be reached is an excuse, and only where it is documented
  const isProvider =
    status === 500 && asksTheNode.has(operation.operationId) && !text.includes('could not be completed')
  if (status >= 500 && status !== 503 && !isProvider) return [`${status}: ${shown}`]
  if (request.isCorrupt && entry.body !== undefined && status < 400) return [`${status} for a corrupt body`]
  if (typeof headers['x-request-id'] !== 'string') return ['no x-request-id']
  const leaks = [...leaksOf(text, entry), ...(sent === undefined ? [] : echoes(sent, text))]
  const [contentType = '', content] = contentOf(operation, status, document)
  if (headers['content-type'] !== contentType) return [`${headers['content-type']} instead of ${contentType}`]
  if (contentType !== 'application/json') return leaks
  if (body === undefined) return [`no JSON: ${shown}`]
  const problems = [
    ...leaks,
    ...schemaProblems(content?.schema ?? {}, body, schemas).map(problem => `answer ${status}: ${problem}`),
  ]
  const requested = operation.requestBody?.content['application/json']?.schema
  // a bare answer, such as that of JSON-RPC, says inside whether it accepts
  const isBare = typeof body !== 'object' || body === null || !('success' in body)
  // items of a batch that is not atomic are refused inside the answer
  const isEach = (sent as { readonly atomic?: unknown } | undefined)?.atomic === false
  const isAccepted = status < 300 && !isBare && !isEach
  if (!isAccepted || sent === undefined || requested === undefined) return problems
  return [
    ...problems,
    ...schemaProblems(requested, sent, schemas).map(problem => `accepted, but undocumented: ${problem}`),
  ]
}

function contentOf(operation: DocumentOperation, status: number, { components }: OpenApiDocument) {
  const described = operation.responses[status] as { $ref: string } | DocumentAnswer
  const resolved = '$ref' in described ? components.responses[described.$ref.split('/').at(-1) as string] : described
  return Object.entries((resolved as DocumentAnswer).content)[0] ?? []
}

/** What no answer may hold: keys, and how the server is built. Its own description may name what it likes. */
function leaksOf(text: string, { path }: OperationEntry): readonly string[] {
  const secrets = [apiKey, evmKey].flatMap(secret => (text.includes(secret) ? 'tells a key of the server' : []))
  const insides = path.startsWith('/api-docs')
    ? null
    : /\\n\s+at |node_modules|file:\/\/\/|SQLITE_|\bselect .* from\b|TypeError|\[object /.exec(text)
  return insides === null ? secrets : [...secrets, `tells of its insides: ${insides[0]}`]
}

const secretNames = /^(?:key|signing_key|secret|secret_id|client_secret|api_private_key|private_key|token|credential)$/

/** Secrets of the body that the answer repeats. */
function echoes(sent: unknown, text: string): readonly string[] {
  if (typeof sent !== 'object' || sent === null) return []
  return Object.entries(sent).flatMap(([name, value]) => {
    if (typeof value !== 'string') return echoes(value, text)
    const isRepeated = secretNames.test(name) && value.length >= 16 && text.includes(JSON.stringify(value).slice(1, -1))
    return isRepeated ? [`repeats ${name}`] : []
  })
}

/** The body, where it went out as plain JSON. */
function sentJson({ body, headers }: FuzzRequest): unknown {
  if (body === undefined || headers['Content-Encoding'] !== undefined) return undefined
  try {
    return parseJson(Buffer.from(body).toString())
  } catch {
    return undefined
  }
}
