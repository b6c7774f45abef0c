// This module is loaded into the process of firebase-tools with `--import`. It makes every HTTP server of the process
// reject requests that do not come from this machine.
import { Server } from 'node:http'
import { rejectNonLoopbackRequests } from './loopback.ts'

rejectNonLoopbackRequests(Server.prototype)
