// Runs the local Firestore in a separate process, until a test kills the process. Prints the port.
// Usage: node tests/support/firestoreProcess.ts <data folder>
import { startFirestore } from '#local/firestore/server.ts'

const { port } = await startFirestore({ port: 0, dataFolder: process.argv[2] ?? '' })
process.stdout.write(`${port}\n`)
