import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { localTime } from '#domain/clock.ts'
import { parseTimeInPath, parseWrittenTime } from './writtenTime.ts'

const noon = (year: number, month: number, day: number) => localTime(year, month, day, 12)

describe('written times', () => {
  test.each<[string, number]>([
    ['2023-12-06T02:11:20Z', Date.UTC(2023, 11, 6, 2, 11, 20)],
    ['2023-12-06 02:11:20Z', Date.UTC(2023, 11, 6, 2, 11, 20)],
    ['2023-12-06T02:11:20.250Z', Date.UTC(2023, 11, 6, 2, 11, 20, 250)],
    ['2019-05-04 10:00:00 +0200', Date.UTC(2019, 4, 4, 8)],
    ['2019-05-04T10:00-03:30', Date.UTC(2019, 4, 4, 13, 30)],
    ['2019-05-04T23:30:00+14:00', Date.UTC(2019, 4, 4, 9, 30)],
    ['Sat, 04 May 2019 10:00:00 +0200', Date.UTC(2019, 4, 4, 8)],
    ['2019-05-04T10:00', localTime(2019, 5, 4, 10)],
    ['2019-05-04 10:00', localTime(2019, 5, 4, 10)],
    ['2019/05/04 9:05 PM', localTime(2019, 5, 4, 21, 5)],
    ['March 13 2013 12:30 am', localTime(2013, 3, 13, 0, 30)],
    ['May 4, 2019 at 10:00', localTime(2019, 5, 4, 10)],
    ['2019-05-04', noon(2019, 5, 4)],
    ['2019-5-4', noon(2019, 5, 4)],
    ['04.05.2019', noon(2019, 5, 4)],
    ['4 Sept 2019', noon(2019, 9, 4)],
    ['20190504', noon(2019, 5, 4)],
    ['201905041030', localTime(2019, 5, 4, 10, 30)],
    ['13/05/2019', noon(2019, 5, 13)],
    ['05/13/2019', noon(2019, 5, 13)],
    ['05/05/2019', noon(2019, 5, 5)],
    ['1573516800', Date.UTC(2019, 10, 12)],
    ['1573516800.5', Date.UTC(2019, 10, 12) + 500],
    ['-141829400', -141_829_400_000],
    ['1573516800123', Date.UTC(2019, 10, 12) + 123],
    ['1573516800123.456', Date.UTC(2019, 10, 12) + 123],
    ['+010000-01-01T00:00:00Z', Date.UTC(10_000, 0, 1)],
    ['Sat May 04 2019 10:00:00 GMT+0200 (Central European Summer Time)', Date.UTC(2019, 4, 4, 8)],
    ['Sat May  4 10:00:00 2019', localTime(2019, 5, 4, 10)],
    ['Sat May  4 10:00:00 CEST 2019', Date.UTC(2019, 4, 4, 8)],
    ['2019-05-04 10:00:00 +0200 CEST', Date.UTC(2019, 4, 4, 8)],
    ['2019-05-04T10:00:00+02:00[Europe/Berlin]', Date.UTC(2019, 4, 4, 8)],
    ['2019-05-04 10:00 Europe/Berlin', Date.UTC(2019, 4, 4, 8)],
    ['2019-01-04 10:00 America/New_York', Date.UTC(2019, 0, 4, 15)],
    ['2019-03-31 03:00 Europe/Berlin', Date.UTC(2019, 2, 31, 1)],
    ['2019-05-04 10:00 am EST', Date.UTC(2019, 4, 4, 15)],
    ['2019-05-04 10:00 UTC-5', Date.UTC(2019, 4, 4, 15)],
    ['20190504T100000+0200', Date.UTC(2019, 4, 4, 8)],
    ['2019-05-04 Sat', noon(2019, 5, 4)],
    ['2019-05-04, Saturday 10:00', localTime(2019, 5, 4, 10)],
    ['4th of May 2019', noon(2019, 5, 4)],
    ['2019 May 4', noon(2019, 5, 4)],
    ['2019년 5월 4일', noon(2019, 5, 4)],
    ['[[2019-05-04]]', noon(2019, 5, 4)],
    ['[[2019-05-04|Saturday, May 4th 2019, 10:00 am]]', localTime(2019, 5, 4, 10)],
  ])('parses the time %s', (written, time) => {
    expect(parseWrittenTime(written)).toBe(time)
  })

  test.each([
    '',
    ' ',
    'soon',
    'Shed 2',
    'rowed at 10:00',
    '2019',
    '12',
    '1.5',
    'true',
    '03/04/2019',
    '2019-13-01',
    '2024-02-30',
    '2024-02-30T10:00:00Z',
    '2024-00-01T10:00:00Z',
    '2024-13-01T10:00:00Z',
    '2024-01-01T24:00:00Z',
    '2024-01-01T10:60:00Z',
    '+275760-09-13T00:00:00-14:00',
    '-271821-04-20T00:00:00+14:00',
    '2023-02-29',
    '2019-05-04T25:00:00Z',
    '2019-05-04T10:60',
    '13:00 PM',
    '2019-05-04T10:00:60Z',
    '31.04.2019',
    '4 Mayor 2019',
    '2019-05-04 13:00 pm',
    '2019-05/04',
    '2019-05-04 10:00 +99:99',
    '2019-05-04 10:00 -05:60',
    '2019-05-04 10:00 Mars/Olympus',
    // CST is the abbreviation of several time zones.
    '2019-05-04 10:00 CST',
    '2019-05-04 sunny',
    'sunny 2019-05-04',
    '[[2019-05-04|my birthday]]',
    '[[Rome|2019-05-04]]',
    '[[]]',
  ])('rejects %j as a time', (written) => {
    expect(parseWrittenTime(written)).toBeNaN()
  })

  test('parses a time with a time zone even if the day does not exist in the time zone of the device', () => {
    onTestFinished(() => void vi.unstubAllEnvs())
    vi.stubEnv('TZ', 'Pacific/Apia')
    expect(parseWrittenTime('2011-12-30')).toBeNaN()
    expect(parseWrittenTime('2011-12-30T10:00:00Z')).toBe(Date.UTC(2011, 11, 30, 10))
    vi.stubEnv('TZ', 'America/New_York')
    expect(parseWrittenTime('+275760-09-13T00:00:00Z')).toBe(8_640_000_000_000_000)
    expect(parseWrittenTime('+275760-09-12 00:00 Europe/Berlin')).toBe(8_640_000_000_000_000 - 25 * 3_600_000)
  })

  test('quickly rejects a time that contains a long run of white space', () => {
    expect(parseWrittenTime(`2019-05-04 10:00${' '.repeat(50_000)}x`)).toBeNaN()
  })

  test('parses every time that an exported archive can contain', () => {
    const whole = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(whole, (date) => {
        expect(parseWrittenTime(date.toISOString())).toBe(date.getTime())
      }),
    )
  })
})

describe('dates in file paths', () => {
  test.each<[string, number]>([
    ['2021-03-06.md', noon(2021, 3, 6)],
    ['journals/2021_03_06.md', noon(2021, 3, 6)],
    ['Journal 2021-03-07.md', noon(2021, 3, 7)],
    ['20210308.md', noon(2021, 3, 8)],
    ['2021/03/09.md', noon(2021, 3, 9)],
    ['2021/03/09 walk.md', noon(2021, 3, 9)],
    ['06.03.2021 title.md', noon(2021, 3, 6)],
    ['2021.03.06.md', noon(2021, 3, 6)],
    ['2021年3月6日.md', noon(2021, 3, 6)],
    ['2021 03 06.md', noon(2021, 3, 6)],
    ['March 6, 2021.md', noon(2021, 3, 6)],
    ['6th March 2021.md', noon(2021, 3, 6)],
    ['Sunday, 7 March 2021.md', noon(2021, 3, 7)],
    ['25-12-2020.md', noon(2020, 12, 25)],
    ['12-25-2020.md', noon(2020, 12, 25)],
    ['2026/2026-11-16 0842 a1b2c3.md', localTime(2026, 11, 16, 8, 42)],
    ['note_20210308_143000.txt', localTime(2021, 3, 8, 14, 30)],
    ['202103061430 zettel.md', localTime(2021, 3, 6, 14, 30)],
    ['2021-03-06 14.30.15.md', localTime(2021, 3, 6, 14, 30) + 15_000],
    // 1984 is a part of the title, not a time.
    ['2021-03-04 1984 again.md', noon(2021, 3, 4)],
    ['2020-01-01 export/2021-03-07/notes.md', noon(2021, 3, 7)],
    ['0050-02-03 walk.md', noon(50, 2, 3)],
    ['2021-03-06T10-30-15Z.md', Date.UTC(2021, 2, 6, 10, 30, 15)],
    ['2021-03-06T10-30-15.250Z.md', Date.UTC(2021, 2, 6, 10, 30, 15, 250)],
    ['2021-03-06T10:30:15+02:00.md', Date.UTC(2021, 2, 6, 8, 30, 15)],
    ['20210306T103015Z.md', Date.UTC(2021, 2, 6, 10, 30, 15)],
    ['2021-03-06 10.30 zones.md', localTime(2021, 3, 6, 10, 30)],
    ['Note 2021-03-06 at 9.30.15 PM.txt', localTime(2021, 3, 6, 21, 30) + 15_000],
    ['06.03.2021, 14.30.md', localTime(2021, 3, 6, 14, 30)],
    ['20210306 - 1430 walk.md', localTime(2021, 3, 6, 14, 30)],
    ['2021-Mar-06.md', noon(2021, 3, 6)],
    ['2021년 3월 6일.md', noon(2021, 3, 6)],
    ['7th of March 2021.md', noon(2021, 3, 7)],
    ['2021/3/9.md', noon(2021, 3, 9)],
    ['2021-03/09 walk.md', noon(2021, 3, 9)],
    ['2021/03-March/09.md', noon(2021, 3, 9)],
    ['2021/March/09.md', noon(2021, 3, 9)],
  ])('reads the date in the path %s', (name, time) => {
    expect(parseTimeInPath(name)).toBe(time)
  })

  test.each([
    'walk.md',
    '2021.md',
    '12345678.md',
    '2021-02-30.md',
    '03-04-2021.md',
    '6th of.md',
    '2021/3/6 apples.md',
    'Walk 1f20190504ab4c4d8e9f0a1b2c3d4e5f.md',
  ])('finds no date in the path %s', (name) => {
    expect(parseTimeInPath(name)).toBeUndefined()
  })
})
