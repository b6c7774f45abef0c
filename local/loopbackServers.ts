// Loaded into the process of firebase-tools with `--import`: guards every HTTP server that it opens, whatever it is for.
import { Server } from 'node:http'
import { refuseOtherMachines } from './loopback.ts'

refuseOtherMachines(Server.prototype)
