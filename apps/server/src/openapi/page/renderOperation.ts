import type { DocumentAnswer, DocumentOperation, DocumentParameter, OpenApiDocument } from '../buildDocument.ts'
import { escapeHtml, proseHtml } from './escapeHtml.ts'
import { renderSchema } from './renderSchema.ts'

/** One operation: parameters, body, answers. */
export function renderOperation(
  { components }: OpenApiDocument,
  method: string,
  path: string,
  operation: DocumentOperation,
): string {
  const { operationId, summary, description, parameters = [], requestBody, responses, security } = operation
  const body = requestBody?.content['application/json']
  const answers = Object.entries(responses).map(([status, answer]) => {
    const resolved =
      '$ref' in answer ? components.responses[answer.$ref.slice('#/components/responses/'.length)] : answer
    return renderAnswer(status, resolved as DocumentAnswer)
  })
  return [
    `<section id="operation-${escapeHtml(operationId)}">`,
    `<h3><code>${method.toUpperCase()} ${escapeHtml(path)}</code></h3>`,
    `<p>${escapeHtml(summary)} (<code>${escapeHtml(operationId)}</code>)</p>`,
    proseHtml(description ?? ''),
    security.length === 0 ? '<p>No API key is needed.</p>' : '',
    parameters.length === 0 ? '' : `<h4>Parameters</h4><table>${parameters.map(renderParameter).join('')}</table>`,
    body === undefined
      ? ''
      : `<h4>Body${requestBody?.required ? '' : ' (optional)'}</h4><div>${renderSchema(body.schema)}</div>`,
    `<h4>Answers</h4><table>${answers.join('')}</table>`,
    '</section>',
  ].join('')
}

function renderParameter({ name, in: place, required, description, schema }: DocumentParameter): string {
  const cells = [
    `<code>${escapeHtml(name)}</code>`,
    `${place}, ${required ? 'required' : 'optional'}`,
    `${renderSchema(schema)}${proseHtml(description)}`,
  ]
  return `<tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`
}

function renderAnswer(status: string, { description, content }: DocumentAnswer): string {
  const bodies = Object.entries(content).map(
    ([type, { schema }]) => `<code>${escapeHtml(type)}</code> ${renderSchema(schema)}`,
  )
  return `<tr><td>${status}</td><td>${proseHtml(description)}${bodies.join('<br>')}</td></tr>`
}
