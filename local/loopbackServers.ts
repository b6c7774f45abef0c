// Loaded into the process of firebase-tools with `--import`: protects every HTTP server that it opens.
import { Server } from 'node:http'
import { rejectNonLoopbackRequests } from './loopback.ts'

rejectNonLoopbackRequests(Server.prototype)
