import type { AnswerDescription, TagDescription } from '../operationDescription.ts'

const prometheus = (description: string): AnswerDescription => ({
  description,
  contentType: 'text/plain; version=0.0.4; charset=utf-8',
  schema: { type: 'string' },
})

/** What the process counts. */
export const metrics: TagDescription = {
  name: 'Metrics',
  description:
    'What this process counts, for Prometheus. Not in the envelope. The same operations answer on the metrics port, without `/api/v1` and without a key.',
  operations: {
    'GET /api/v1/metrics': {
      operationId: 'listMetrics',
      summary: 'Lists the names of the metrics that have a value',
      answers: {
        200: { description: 'The names.', schema: { type: 'array', items: { type: 'string' } } },
      },
    },
    'GET /api/v1/metrics/:name': {
      operationId: 'metricDetail',
      summary: 'Gets one metric',
      answers: {
        200: prometheus('The metric in the text format of Prometheus.'),
        404: {
          description: 'There is no such metric.',
          contentType: 'text/plain; charset=utf-8',
          schema: { const: 'Metric not found' },
        },
      },
    },
    'GET /api/v1/debug/metrics/scrape': {
      operationId: 'scrapeMetrics',
      summary: 'Gets all metrics',
      answers: { 200: prometheus('All metrics in the text format of Prometheus.') },
    },
  },
}
