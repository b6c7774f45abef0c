// Reserves ports in a separate process and prints them. The ports stay reserved until the process is killed.
// Usage: node tests/support/reservedPorts.ts <preferred> <how many>
import { reservePort } from '#local/ports.ts'

const [preferred, count] = process.argv.slice(2).map(Number)
const ports: number[] = []
for (let taken = 0; taken < (count ?? 0); taken++) ports.push(await reservePort(preferred))
process.stdout.write(`${ports.join(',')}\n`)
setInterval(() => {}, 60_000)
