import { Timestamp } from 'firebase/firestore/lite'
import { describe, expect, test } from 'vitest'
import type { StoredSettings } from '#domain/journal/syncState.ts'
import { FakeListenClient } from '#tests/support/testJournal.ts'
import { journalServer } from './journalServer.ts'

describe('listening to the settings', () => {
  function listen() {
    const client = new FakeListenClient()
    const reported: StoredSettings[] = []
    journalServer('alice', client).watchSettings({ onChange: (settings) => reported.push(settings), onError() {} })
    return { client, reported }
  }

  test('the settings are reported without the time of their last change', () => {
    const { client, reported } = listen()
    client.send({ settings: { topK: 7, lastUpdated: Timestamp.fromMillis(1) } })
    expect(reported).toEqual([{ topK: 7 }])
  })

  test('a missing document is reported as empty settings', () => {
    const { client, reported } = listen()
    client.send({})
    expect(reported).toEqual([{}])
  })

  test('a new connection that confirms the document without sending it reports nothing', () => {
    const { client, reported } = listen()
    client.send({ settings: { topK: 7 } })
    client.confirm()
    expect(reported).toEqual([{ topK: 7 }])
  })
})
