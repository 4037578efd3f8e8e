import type { Hex } from 'viem'
import { decodeAbiParameters } from 'viem/utils'

const errorString = '0x08c379a0'
const panicCode = '0x4e487b71'

/** Solidity's panic codes. */
const panics: Readonly<Record<string, string>> = {
  '1': 'assertion failed',
  '17': 'arithmetic overflow or underflow',
  '18': 'division by zero',
  '33': 'value is not in the enum',
  '34': 'corrupt storage byte array',
  '49': 'pop of an empty array',
  '50': 'index out of bounds',
  '65': 'too much memory',
  '81': 'call of an uninitialised function',
}

/** Contracts choose this text, so it is cut and stripped of control characters. */
const maxReasonLength = 200

/** `execution reverted`, and why where the revert data say it. */
export function revertReason(data: unknown): string {
  const detail = decodeDetail(findHex(data))
  return detail === '' ? 'execution reverted' : `execution reverted: ${detail}`
}

function decodeDetail(data: Hex | null): string {
  if (data === null || data.length < 10) return ''
  const selector = data.slice(0, 10).toLowerCase()
  const body: Hex = `0x${data.slice(10)}`
  try {
    if (selector === errorString) return clean(decodeAbiParameters([{ type: 'string' }], body)[0])
    if (selector === panicCode) {
      const [code] = decodeAbiParameters([{ type: 'uint256' }], body)
      return `panic 0x${code.toString(16).padStart(2, '0')} (${panics[code.toString()] ?? 'unknown'})`
    }
  } catch {
    // Data that only look like one of the two.
  }
  return `custom error ${selector}`
}

/** Revert data come as hex, as `Reverted 0x…`, or inside an object. */
export function findHex(data: unknown): Hex | null {
  if (typeof data === 'string') return (/0x([\da-f]{2})*/i.exec(data)?.[0] as Hex | undefined) ?? null
  if (typeof data !== 'object' || data === null) return null
  const { data: inner, result } = data as { data?: unknown; result?: unknown }
  return findHex(inner ?? result)
}

function clean(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001f\u007f]/g, ' ').slice(0, maxReasonLength)
}
