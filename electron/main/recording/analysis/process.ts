import { AnalysisHost } from '#engine/recording/analysis/host'

const { parentPort } = process
const host = new AnalysisHost((reply) => parentPort.postMessage(reply))
parentPort.on('message', ({ data }) => host.receive(data))
