import { expect, test } from 'vitest'
import { readOutcome } from '../broadcast/readOutcome.ts'
import type { RpcAnswer } from './jsonRpc.ts'
import { readAnswers } from './readAnswers.ts'

// a megabyte of these kept the event loop for minutes
test.each(['underpriced ', 'intrinsic ', 'batch ', 'limit exceeded '])(
  "of a node's message without end only the beginning is looked at: %s",
  word => {
    const message = word.repeat(400_000)
    for (const error of [message, { code: -32_000, message }]) {
      const read = readAnswers([{ id: 1, error }], 1, 2, 'rpc1')
      const [answer] = (read.kind === 'answers' ? read.answers : []) as readonly RpcAnswer[]
      expect(answer).toMatchObject({ kind: 'error', message: message.slice(0, 4_096) })
      expect(readOutcome(answer as RpcAnswer, '0x', 'rpc1').kind).not.toBe('accepted')
    }
  },
)
