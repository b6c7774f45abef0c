// Loaded into the process of firebase-tools with `--import`: guards every HTTP server that it opens, whatever it is for.
import { Server } from 'node:http'
import { rejectNonLoopbackRequests } from './loopback.ts'

rejectNonLoopbackRequests(Server.prototype)
