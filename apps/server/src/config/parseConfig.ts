import { parseJson } from '@relayer/schemas'
import { startError } from '../cli/startError.ts'

/** Lossless JSON, or a sentence without the text itself: it may hold secrets. */
export function parseConfig(file: string, text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    const position = /\(line \d+ column \d+\)|position \d+/.exec((error as Error).message)?.[0]
    throw startError(`${file}: it is not valid JSON${position ? ` at ${position.replace(/[()]/g, '')}` : ''}`)
  }
}
