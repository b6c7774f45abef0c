// Runs Firestore in a separate process that a test can kill. Prints the port and runs until it is killed.
// Usage: node tests/support/firestoreProcess.ts <data folder>
import { startFirestore } from '#local/firestore/server.ts'

const { port } = await startFirestore({ port: 0, dataFolder: process.argv[2] ?? '' })
process.stdout.write(`${port}\n`)
